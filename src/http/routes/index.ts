import type { Route } from "../route.ts";
import { healthRoutes } from "./health.ts";
import { itemRoutes } from "./items.ts";
import { loginRoutes } from "./login.ts";

/** Every route there is, in the order of the documentation. */
export const ROUTES: readonly Route[] = [...healthRoutes, ...itemRoutes, ...loginRoutes];
