export { ImportScreen as ImportRoute } from "./import-screen.tsx";
