# The server with its web application and command line. Without DATABASE_URL it keeps an embedded
# Postgres in the volume /data.

FROM node:22-bookworm-slim AS manifests
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc ./
COPY patches patches
COPY apps/cli/package.json apps/cli/
COPY apps/runner/package.json apps/runner/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY packages/client/package.json packages/client/
COPY packages/core/package.json packages/core/

FROM manifests AS build
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile
COPY tsconfig.json ./
COPY scripts scripts
COPY packages packages
COPY apps apps
RUN node scripts/build.mjs

FROM manifests AS packages
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile --prod --filter "@squadroom/server..."

FROM node:22-bookworm-slim
ENV NODE_ENV=production SQUADROOM_HOST=0.0.0.0 SQUADROOM_PORT=4600 SQUADROOM_DATA=/data
WORKDIR /app
RUN install --directory --owner=node --group=node /data
COPY --from=packages /app ./
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/apps/cli/dist apps/cli/dist
# `docker compose exec server squadroom signin`
RUN printf '#!/bin/sh\nexec node /app/apps/cli/dist/squadroom.mjs "$@"\n' > /usr/local/bin/squadroom \
  && chmod 755 /usr/local/bin/squadroom
USER node
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SQUADROOM_PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/server/dist/main.mjs"]
