/** The one name that is needed, by itself: the bundle gives names of packages in CommonJS to static imports only. */
export { Pool } from "undici";
