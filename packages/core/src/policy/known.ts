import { nameOf, programOf, type Run, type Word } from "./run.ts";
import { inside, joined } from "./touch.ts";

/**
 * Tools from npm packages that projects have installed: `npx` runs them. Each line: names, and which of their uses are
 * harmless. `*`: any use, apart from files and options. `a/b`: an act of an act. `-x=`: an option that takes the next
 * word; `-x`: one that doesn't. `...`: each word is an act. `@`: other acts are programs, and looked at as such.
 */
const PACKAGED = `
tsc tsx ts-node vue-tsc svelte-check vitest jest mocha ava tap tape uvu jasmine karma wtr web-test-runner bats: *
eslint oxlint biome prettier stylelint knip standard xo tslint jshint htmlhint html-validate cspell textlint remark: *
webpack rollup esbuild rspack rsbuild tsup tsdown unbuild microbundle swc babel postcss tailwindcss sass lessc terser: *
uglifyjs svgo typedoc jsdoc api-extractor c8 nyc lint-staged commitlint markdownlint markdownlint-cli2 markdown-link-check: *
depcruise dependency-cruise madge dpdm depcheck ts-prune ts-unused-exports size-limit publint attw tsd tsc-alias tsc-watch: *
wait-on serve http-server json-server patch-package rimraf del-cli mkdirp copyfiles cpy graphql-codegen openapi-typescript: *
orval nodemon concurrently npm-run-all run-s run-p sort-package-json syncpack eleventy cross-env dotenv prettierd: *
eslint_d ncu npm-check-updates spectral swagger-cli redocly ajv mmdc quicktype json2ts barrelsby plop hygen autocannon: *
playwright: test show-report show-trace install install-deps merge-reports list
cypress: run open verify info version install
vite: build dev serve preview optimize
next: build dev start lint info typegen
nuxt nuxi: build dev generate preview prepare typecheck analyze info
astro: build dev check preview sync info
svelte-kit: sync
remix react-router: dev build typegen routes
gatsby: build develop serve clean info
docusaurus: build start serve clear
vitepress vuepress: build dev preview
storybook sb: dev build
parcel: build serve watch
ng: build serve test lint e2e generate g extract-i18n version
nest: build start generate g info
nx: run build test lint serve e2e typecheck dev run-many affected graph format format:check format:write generate g list report show sync reset -t= --target=
turbo: run build test lint dev typecheck check format ls watch query prune --filter= -F=
lerna: run ls list changed diff info --scope=
changeset: add status version init pre
prisma: generate format validate studio version migrate/dev migrate/status migrate/diff db/push db/pull db/seed
drizzle-kit: generate check up studio introspect pull
knex: migrate:latest migrate:make migrate:status migrate:list seed:make seed:run
sequelize sequelize-cli: db:migrate db:migrate:status db:create db:seed db:seed:all migration:generate model:generate seed:generate
typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm: migration:generate migration:create migration:run migration:show entity:create
expo: start export prebuild lint config customize
react-native: start bundle config info
wrangler: dev types build
openapi-generator openapi-generator-cli: generate validate list version config-help
`;

/** All others, by where they belong. */
const OTHERS = `
cd pushd popd dirs pwd echo printf read mapfile readarray export set unset shift return exit break continue local: *
declare typeset readonly let getopts trap wait jobs fg bg disown ulimit umask type hash alias unalias shopt history eval: *
source . exec command builtin help caller compgen complete [ test true false times bind: *
cat head tail tac nl od xxd hexdump hd wc cut paste column fold fmt pr strings file stat md5sum sha1sum sha224sum: *
sha256sum sha384sum sha512sum shasum md5 b2sum cksum sum base64 base32 basenc rev sort uniq split csplit shuf comm join: *
tsort ptx tr expand unexpand seq expr factor basename dirname realpath readlink pathchk mktemp date cal ls dir vdir tree: *
du df touch mkdir tee truncate ln link cp mv rm rmdir unlink install chmod dd sync sleep yes nproc arch uname hostname: *
whoami id groups users who w logname tty env printenv nice nohup timeout stdbuf time tput stty clear reset locale getconf: *
lscpu free uptime vmstat lsb_release sw_vers ps pgrep top htop lsof ss netstat pstree which whereis whatis man info apropos: *
less more most zless zmore zcat bzcat xzcat zgrep look numfmt getopt envsubst iconv diff diff3 sdiff cmp colordiff delta: *
difft icdiff filterdiff interdiff diffstat grep egrep fgrep rg ag ack ugrep sed awk gawk mawk nawk find fd xargs parallel: *
jq yq jaq gron dasel xmllint xsltproc xmlstarlet tidy mlr csvcut csvgrep csvjson csvlook csvstat csvsort xsv qsv bc: *
tar bsdtar zip unzip zipinfo gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 7z 7za 7zz unrar ar ranlib cpio rsync: *
sd bat sponge ts pv tokei cloc scc eza exa lsd ncdu dust duf watch setsid ionice flock strace ltrace script caffeinate: *
unbuffer entr rtk faketime gtimeout setarch uuidgen dos2unix unix2dos rename prename hyperfine watchexec apply_patch: *
bash sh zsh dash ksh ash fish run tool npx bunx pnpx uvx corepack direnv xvfb-run valgrind bear rlwrap chronic: *
curl wget http https xh aria2c ping ping6 dig nslookup host drill traceroute whois pg_isready ssh-keygen open xdg-open: *
rename.ul cmark lychee code cursor codium kill pkill gh git patch createdb pg_dump psql mysql mariadb sqlite3: *
duckdb mongosh squadroom: *
openssl: rand req x509 genrsa genpkey rsa pkey ec ecparam dgst enc version base64 verify md5 sha256 ciphers asn1parse pkcs8 pkcs12 pkcs7 crl
gpg gpg2: --verify= --list-keys --fingerprint= --list-packets= --show-keys=
redis-cli: -h= -p= -n= -a= -u= --user= ping get mget keys scan info ttl type exists llen lrange hget hgetall smembers zrange dbsize set strlen
make gmake just task rake mage invoke inv poe doit gulp grunt jake ninja samu scons tox nox ant air: *
build dev start lint format fmt check typecheck type-check tests unit e2e coverage preview ci codegen generate validate verify: *
compile bundle clean docs prepare prebuild postinstall: *
npm: run run-script rum urn test t tst start stop restart ls list ll la outdated view info show v why explain audit fund pack install i in ins inst insta instal isntall add ci ic clean-install install-test it cit install-ci-test uninstall un unlink remove rm r update up upgrade udpate prune dedupe ddp rebuild rb link ln doctor help help-search config/get config/list config/ls get init create innit exec x version prefix root bin cache/verify cache/ls cache/clean query sbom search s se find ping pkg/get pkg/set pkg/delete pkg/fix completion whoami shrinkwrap diff c/get -w= --workspace= --prefix= -C= -p= --package= --loglevel= --include= --omit= -ws -s -g -y -D
pnpm: run test t start install i add remove rm uninstall un update up upgrade ls list ll why outdated audit licenses store/prune store/status store/path fetch import rebuild rb prune dedupe pack patch patch-commit root bin exec dlx create init doctor help config/get config/list config/ls get link ln info view -F= --filter= -C= --dir= -w --workspace-root -r -s -c @
yarn: run install add remove up upgrade upgrade-interactive why info list outdated audit pack exec dlx create init link unlink dedupe explain constraints cache/list cache/clean cache/dir config/get config/list workspaces/list workspaces/info workspaces/focus npm/info npm/audit versions check workspace help bin licenses import --cwd= -s @
bun: run test install i add remove rm build x create init update outdated pm/ls pm/hash pm/bin pm/cache link unlink info why --cwd= --filter= -F= @
deno: run task test bench fmt lint check doc info cache types compile coverage bundle clean outdated why serve *.ts *.js *.mjs *.tsx
lefthook pre-commit: run validate validate-config version dump
python python2 python3 pypy pypy3 py node nodejs ts-node-esm perl ruby php lua luajit rscript julia elixir groovy scala: *
pytest py.test mypy pyright basedpyright ruff black isort flake8 pylint pydocstyle pycodestyle pyflakes autopep8 yapf bandit: *
vulture radon xenon interrogate codespell pyupgrade autoflake docformatter djlint papermill nbqa nbstripout pytype ty pyrefly: *
sphinx-build sphinx-apidoc sphinx-autobuild pdoc pdoc3 uvicorn gunicorn hypercorn daphne waitress-serve locust unittest venv: *
virtualenv compileall py_compile json.tool doctest sysconfig platform tokenize ast dis zipfile tarfile calendar app src main: *
pip pip3: install list freeze show check download config/list config/get uninstall cache/list cache/dir cache/info inspect index/versions debug wheel hash help -q -v
pipx: list run environment
pipenv: run sync graph check lock verify requirements scripts
poetry: run install check lock show build env/info env/list version about search sync export add update remove -C= --directory= -P= -n -q -v
pdm: run install sync lock list info build show add update remove -p= --project=
uv: run sync lock tree build venv python/list python/find pip/list pip/freeze pip/show pip/check pip/tree pip/compile pip/sync pip/install pip/uninstall tool/run tool/list export version cache/dir format add remove init --directory= --project= --group= --only-group= --extra= --python= -p= --package= --env-file= -q
hatch: run test fmt build version status dep/show env/show env/create env/find -e= --env=
rye: run sync build lint fmt test show list lock add remove
pixi: run install list info tree add remove task/list --manifest-path=
conda mamba micromamba: run list info search env/list activate deactivate compare -n= --name= -p=
flit: build
maturin: build develop
jupyter: nbconvert lab notebook kernelspec/list
coverage: run report html xml json combine erase lcov
manage.py django-admin: test check migrate makemigrations showmigrations runserver collectstatic compilemessages makemessages sqlmigrate startapp startproject show_urls spectacular validate_templates findstatic --settings=
setup.py: build sdist bdist_wheel build_ext develop test check egg_info clean
flask: run routes db/migrate db/upgrade db/current db/history db/heads db/revision --app=
alembic: upgrade revision current history heads check show branches -c= -n= -x=
celery: worker beat inspect status report -A= --app=
fastapi: dev run
streamlit: run hello version
mkdocs: build serve new get-deps
jekyll: build serve doctor new
hugo: server serve new list config version env mod
zola: build check serve
elm: make
elm-test elm-format ctags iverilog verilator gfortran ast-grep cython pip-compile clj-kondo terraform-docs: *
sqlfluff: lint fix format parse
towncrier: build check create
dvc: status repro dag diff list
go: build test vet fmt mod/tidy mod/download mod/verify mod/graph mod/why mod/init mod/vendor mod/edit run list env version doc generate clean tool work/sync work/use work/init install get fix help -C=
gofmt goimports gofumpt golint staticcheck revive errcheck gosec govulncheck gotestsum ginkgo mockgen mockery stringer wire: *
benchstat godoc gopls protoc protolint gotests gocyclo ineffassign misspell nilaway templ swag: *
golangci-lint: run fmt linters config/path help version cache/status
buf: lint build generate format breaking ls-files dep/graph config/ls-breaking-rules config/ls-lint-rules
sqlc: generate vet compile diff version
goreleaser: check build healthcheck
goose dbmate: status create version new
cargo: build b test t check c clippy fmt run r rm remove doc d bench clean tree metadata update fetch generate-lockfile vendor nextest llvm-cov tarpaulin audit deny machete udeps outdated expand asm bloat fix search version locate-project pkgid report read-manifest verify-project help init new install add insta/test insta/review miri/test sort xtask careful hack mutants msrv -C= --color= -Z= -q -v
rustc rustfmt rustdoc clippy-driver cbindgen bindgen wasm-bindgen wasm-opt bacon typos: *
rustup: show which component/list toolchain/list target/list run doc
wasm-pack: build test
trunk: build serve watch
cross: build test check clippy run
diesel: migration/run migration/generate migration/list migration/pending print-schema
sqlx: migrate/add migrate/info prepare
mdbook: build test serve init watch clean
java javac javap jar javadoc jdeps jps jstack kotlinc kotlin ktlint detekt scalac scalafmt scalafix google-java-format: *
mvn mvnw mvnd: ... clean validate initialize compile test test-compile package verify install site integration-test pre-integration-test post-integration-test process-* generate-* dependency:tree dependency:analyze dependency:resolve dependency:list dependency:go-offline dependency:sources spring-boot:run spring-boot:start spring-boot:stop versions:display-* spotless:* checkstyle:* pmd:* spotbugs:* exec:java exec:exec surefire:* surefire-report:* failsafe:* jacoco:* fmt:* formatter:* enforcer:* help:* wrapper:wrapper compiler:* resources:* jar:jar javadoc:javadoc quarkus:dev jetty:run liquibase:status flyway:info flyway:validate license:* sortpom:* rewrite:dryRun -pl= -f= -P= -T= -s= -am -B -q -o -U -e -X -ntp
gradle gradlew: ... *runIde *installDist *jmh *build *assemble* *test* *Test *check* *clean *compile* *run *Run *lint* *ktlint* *detekt* *spotless* *jar *war *classes *dependencies *tasks *projects *properties *help *wrapper *format* *generate* *javadoc *dokka* *jacoco* *connected* *bundle* *kover* *api* *verify* *publishToMavenLocal *model *dependencyInsight *javaToolchains *licensee *buildEnvironment *dependencyUpdates -p= --project-dir= -x= --exclude-task= -b= --tests= --configuration= --dependency= --console= --stacktrace -q -i -s
sbt: ... project* */test* */compile assembly coverage* test compile run clean package scalafmt* scalafix* testOnly* testQuick* it:test doc update reload publishLocal Test/* dependencyTree fmt check undeclared*
lein: test compile check deps run uberjar jar clean with-profile
scala-cli: compile test fmt doc
mill: *.test *.compile *.run resolve clean version
bazel bazelisk buck2: build test query cquery aquery info coverage fetch version help
pants: test lint fmt check list dependencies dependents peek filedeps
dotnet: publish build test run restore clean format list add remove sln new pack watch tool/restore tool/list tool/run tool/install ef/migrations ef/dbcontext ef/database/update msbuild vstest workload/list nuget/list help exec store/list
msbuild csc fsc fsharpc csharpier fantomas reportgenerator: *
nuget: restore list
bundle: exec install check update outdated list show info platform doctor lock add remove
gem: list build search info which contents specification help outdated install
rails: test test:* spec routes server s generate g db:migrate db:migrate:status db:seed db:create db:prepare db:test:prepare db:version db:schema:dump db:rollback db:reset about stats notes zeitwerk:check assets:precompile assets:clobber tailwindcss:build tailwindcss:watch middleware log:clear tmp:clear time:zones
rspec rubocop standardrb reek brakeman erb_lint erblint haml-lint cucumber puma rackup sidekiq sorbet tapioca steep rbs yard: *
rdoc solargraph rufo prettier_ruby mutant parallel_rspec parallel_test minitest: *
srb: tc typecheck
foreman overmind: start check
pod: install outdated env lib/lint spec/lint
composer: install validate show outdated dump-autoload dumpautoload check-platform-reqs licenses run run-script exec audit diagnose why why-not depends prohibits fund status suggests about update require remove test test:* lint lint:* cs cs:* cs-fix phpstan analyse analyze stan format fix rector pint check psalm -d= --working-dir= -n -q
artisan: test route:list migrate migrate:status make:* serve config:cache config:clear cache:clear view:* route:* event:* optimize optimize:clear queue:work queue:listen schedule:list storage:link about list package:discover ide-helper:* lang:publish key:generate db:seed pint clear-compiled inspire
console: cache:clear cache:warmup cache:pool:* debug:* lint:* make:* doctrine:migrations:migrate doctrine:migrations:diff doctrine:migrations:status doctrine:migrations:list doctrine:schema:validate doctrine:mapping:info router:match about list translation:* assets:install importmap:* -e= --env=
phpunit pest phpstan psalm phpcs phpcbf php-cs-fixer pint rector infection phan phpmd behat deptrac phpbench parallel-lint paratest: *
codecept: run build
mix: precommit test compile format deps deps.get deps.tree deps.compile credo dialyzer docs phx.server phx.routes phx.gen.* phx.digest ecto.migrate ecto.create ecto.gen.migration ecto.migrations ecto.setup help xref sobelow hex.outdated hex.info hex.audit coveralls* assets.build gettext.* clean run lint check ci quality doctor new
rebar3: compile ct eunit dialyzer xref as lint fmt deps tree edoc clean cover
gleam: build test check format run new docs/build deps/download deps/list
elixirc erlc: *
dart: analyze test run format fix compile doc pub/get pub/deps pub/outdated pub/upgrade pub/run pub/add create info
flutter: test analyze build run pub/get pub/deps pub/outdated pub/upgrade pub/run pub/add doctor devices create gen-l10n clean drive
melos: bootstrap bs run list analyze test format clean
swift: build test run package/resolve package/describe package/dump-package package/show-dependencies package/update package/clean package/init format
swiftc swiftlint swiftformat xcbeautify xcpretty sourcery plutil: *
xcodebuild: ... build test clean archive analyze build-for-testing test-without-building -scheme= -project= -workspace= -destination= -configuration= -sdk= -derivedDataPath= -resultBundlePath= -target= -arch= -testPlan= -list -showBuildSettings -quiet -showdestinations
xcrun: simctl/list simctl/boot simctl/install simctl/launch swift --sdk=
xcodegen: generate dump
tuist: generate build test
adb: devices logcat install shell/getprop
gcc g++ cc c++ clang clang++ ld as nm objdump objcopy strip readelf size addr2line c++filt cmake ctest cpack autoconf automake: *
autoreconf aclocal libtoolize configure pkg-config pkgconf ccache clang-format clang-tidy clang-check cppcheck cpplint gcov lcov: *
genhtml gcovr gprof bison flex yacc lex re2c nasm yasm swig doxygen dot plantuml qmake moc uic premake5 iwyu cmake-format ldd otool: *
meson: setup compile test configure introspect
xmake: build run test
ghc runghc runhaskell hlint ormolu fourmolu stylish-haskell hpack happy: *
stack: build test run bench haddock ls path query clean exec
cabal: update build test run bench check haddock clean configure freeze list info outdated sdist exec v2-build v2-test
ocamlc ocamlopt ocamlformat ocamlfind: *
dune: build test runtest exec fmt clean promote
opam: list show switch/list switch/show exec
zig: build test run fmt cc c++ build-exe build-lib build-obj ast-check version env targets translate-c init
nim: c cpp js check doc compile r
nimble: build test run check list dump tasks c
crystal: build run spec tool/format docs init
shards: build check list
dub: build test run describe
busted luacheck stylua selene luac prove perltidy perlcritic dmd ldc2 ameba: *
luarocks: lint list show test make
r: CMD/check CMD/build CMD/config -q --vanilla --slave
dzil: test build
terraform tofu: plan fmt validate version providers graph init workspace/list workspace/show state/list get
terragrunt: plan validate hclfmt
tflint tfsec checkov tfupdate ansible-lint hadolint dockle shellcheck shfmt yamllint actionlint vale proselint taplo jsonlint: *
editorconfig-checker ec kubeval kubeconform kube-score kube-linter kustomize jsonnet jsonnetfmt cue bats-core zizmor: *
conftest opa: test verify eval fmt check
trivy: fs config
pulumi: preview version about
cdk: synth ls list diff doctor
packer: validate fmt inspect
kubectl oc: get describe logs version explain top diff api-resources api-versions cluster-info config/get-contexts config/current-context rollout/status rollout/history auth/can-i events -n= --namespace= --context= --kubeconfig= --cluster= --user= -l= -o=
helm: template lint list ls status history show dependency/list version search -n= --namespace= --kube-context=
minikube kind: status version
docker podman nerdctl: ps images logs version info stats top port history search diff image/ls image/list image/history container/ls container/list container/logs volume/ls volume/list network/ls network/list context/ls buildx/ls system/df compose/ps compose/logs compose/images compose/top compose/version compose/ls -c= --context= -H= --host= -l= --log-level= -f= --file= -p= --project-name= --project-directory= --profile= --env-file=
docker-compose: ps logs images top version -f= --file= -p= --project-name= --profile= --env-file=
glab: mr/view mr/list mr/diff issue/list issue/view ci/list ci/view ci/status ci/trace repo/view search -R= --repo=
hg: status st diff log id identify summary annotate cat -R= --cwd=
svn: status st diff log info cat blame
jj: status st log diff show
apt apt-get apt-cache aptitude: list search show policy
brew: list search info outdated deps config doctor leaves
dpkg rpm dnf yum apk pacman zypper port snap flatpak choco winget scoop: list search info show
systemctl: status list-units is-active is-enabled
aws gcloud az gsutil doctl heroku fly flyctl vercel netlify firebase railway render eb oci ibmcloud linode-cli hcloud: -
serverless sls ansible ansible-playbook vagrant k9s: -
nvm fnm: use ls list current which version
pyenv rbenv: versions version which
asdf: current list where which exec
mise: ls current x exec run which tasks -C= --cd= -q
volta: run list which
ffmpeg ffprobe convert magick identify mogrify exiftool sox pandoc pdflatex xelatex lualatex latexmk tectonic bibtex biber typst: *
asciidoctor rsvg-convert optipng pngquant jpegoptim cwebp wkhtmltopdf pdftotext pdfinfo qpdf k6 ab wrk hey sips: *
`;

interface Known {
  acts: ReadonlySet<string>;
  patterns: readonly RegExp[];
  values: ReadonlySet<string>;
  switches: ReadonlySet<string>;
  isMany: boolean;
  runsPrograms: boolean;
}

const pattern = (text: string) =>
  new RegExp(`^${text.replace(/[.+?^${}()|[\]\\/]/g, "\\$&").replaceAll("*", "[^;]*")}$`, "i");

/** Names with their harmless uses; `null`: all. */
function readTable(text: string): [string, Known | null][] {
  return text
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, names = "", all = ""] = /^(.*?): (.*)$/.exec(line) ?? [];
      const own = all.split(" ");
      const known: Known = {
        acts: new Set(own.filter((one) => !/^-|\*/.test(one))),
        patterns: own.filter((one) => one.includes("*")).map(pattern),
        values: new Set(own.flatMap((one) => (/^-.*=$/.test(one) ? [one.slice(0, -1)] : []))),
        switches: new Set(own.filter((one) => /^-.*[^=]$/.test(one))),
        isMany: own.includes("..."),
        runsPrograms: own.includes("@"),
      };
      return names.split(" ").map((name): [string, Known | null] => [name, all === "*" ? null : known]);
    });
}

const TOOLS = new Map(readTable(PACKAGED));
const TABLE = new Map([...TOOLS, ...readTable(OTHERS)]);

/** Whether projects install it as an npm package. */
export const isTool = (name: string): boolean => TOOLS.has(nameOf(name));

/** Whether the first word of a program says what it does. */
export const hasActs = (program: string): boolean => Boolean(TABLE.get(program));

/** Whether a program is harmless whatever it is given, apart from files and options. */
export const isHarmless = (program: string): boolean => TABLE.get(program) === null;

/** Options with which a program takes the next word. */
export const takenBy = (program: string): string => [...(TABLE.get(program)?.values ?? [])].join(" ");

/** Options that take nothing, in any program. */
const SWITCH =
  /^(--?|-[a-zA-Z]\d+|--(no-[\w-]+|quiet|silent|verbose|yes|debug|json|offline|recursive|workspaces|if-present|all|color))$|^\+\w|=/;

/** Where a program's act may be, after options that may take a word. */
function placesOf(words: readonly Word[], known: Known, from: number): number[] {
  const places: number[] = [];
  const starts = new Set([from]);
  for (let i = from; i < words.length; i += 1) {
    const { text } = words[i] as Word;
    if (!starts.has(i)) continue;
    if (!/^[-+]/.test(text)) {
      places.push(i);
      if (known.isMany) starts.add(i + 1);
      continue;
    }
    if (known.isMany && text === "--") break;
    const takes = known.values.has(text);
    const isAlone = SWITCH.test(text) || known.switches.has(text) || known.values.has(text.slice(0, 2));
    if (!takes) starts.add(i + 1);
    if (takes || !isAlone) starts.add(i + 2);
  }
  return places;
}

/** Without an act it prints its usage; so does a group of acts without one of them. */
function isAsked(words: readonly Word[], known: Known, from = 1, group = ""): boolean {
  return placesOf(words, known, from).every((at) => isOwnAct(words, known, at, group));
}

function isOwnAct(words: readonly Word[], known: Known, at: number, group = ""): boolean {
  const { text, isKnown, isGlob } = words[at] as Word;
  if (!isKnown || isGlob) return false;
  const act = group + text;
  if (known.acts.has(act) || known.patterns.some((one) => one.test(act))) return true;
  const isGroup = [...known.acts].some((one) => one.startsWith(`${act}/`));
  return isGroup && isAsked(words, known, at + 1, `${act}/`);
}

/** Where a program of the project is that pnpm, yarn or bun runs by its name; -1: nowhere. */
export function namedPlace(run: Run): number {
  const known = TABLE.get(programOf(run));
  if (!known?.runsPrograms) return -1;
  return placesOf(run.words, known, 1).find((at) => !isOwnAct(run.words, known, at)) ?? -1;
}

/** Where packages put their programs: these are known by their names alone. */
export const IN_PACKAGES = /(^|\/)(node_modules|vendor\/bin|\.?v?env\/bin|site-packages)\//;

/**
 * A script of the project, or one in a place where everybody may write: people read the former, and nobody is kept from
 * the latter.
 */
function isOwnScript({ text }: Word, cwd: string | null): boolean {
  if (!text.includes("/") || IN_PACKAGES.test(text)) return false;
  if (/^\/(var\/)?tmp\/./.test(text)) return !text.includes("..");
  return cwd !== null && inside(joined(cwd, text)) !== null;
}

/** Whether the programs that a command runs are known to be harmless; its files are judged elsewhere. */
export function isKnown({ words, cwd }: Run): boolean {
  const [first, ...rest] = words;
  if (!first || first.text === "") return true;
  const known = TABLE.get(programOf({ words }));
  if (known === null) return true;
  if (rest.length === 1 && /^(--version|--help|-V)$/.test(rest[0]?.text ?? "")) return true;
  if (known) return known.runsPrograms || isAsked(words, known);
  return first.text.includes(":") || isOwnScript(first, cwd);
}
