import { dataset } from "./dataset/index.js";
import { evaluation } from "./evaluation/index.js";
import { exploration } from "./exploration/index.js";
import { fitting } from "./fitting/index.js";
import { home } from "./home/index.js";
import { login } from "./login/index.js";
import { management, managementEditor } from "./management/index.js";
import type { Screen } from "./routing/screen.js";
import { upload } from "./upload/index.js";

/** Every screen of the console. A new one is a folder and a line here. */
export const SCREENS: readonly Screen[] = [login, home, upload, dataset, exploration, fitting, evaluation, management, managementEditor];
