import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { guidePlugin } from "./guide.js";
import { sampleDatasetPlugin } from "./samples.js";

/** `AGATHA_SERVER`: address of the API during development with `npm run dev`. */
const server = process.env.AGATHA_SERVER ?? "http://127.0.0.1:8080";
const apiPaths = ["agatha", "accounts", "rest", "tukey", "openapi.json"].map((path) => `/tukey/${path}`);

export default defineConfig(({ command }) => ({
  // Relative and resolved against <base href>: the same build is served under any BASE_PATH. The development server has a fixed
  // path.
  base: command === "serve" ? "/tukey/" : "./",
  plugins: [
    react(),
    sampleDatasetPlugin(),
    guidePlugin(),
    // The server sends these as they are. It compresses index.html itself, after it has put its base path there.
    compression({ include: /\.(js|css|svg|csv|txt|md)$/, algorithms: ["gzip", "brotliCompress"], threshold: 0 }),
  ],
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    // What the login needs is one file, what home needs besides is another, and the small controls that many screens share are a
    // third. Without the groups each set of modules that some screens share is a file of its own: fitting loaded 52 of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "index", tags: ["$initial"], priority: 3 },
            { name: "home", test: /src\/(signed-in-root|signed-in-routes|screens\/home\/home-screen)\.tsx$/, priority: 2 },
            {
              name: "shared",
              test: /node_modules\/@mui\/(material|icons-material)|console\/src\/(fields|feedback|lists|restrictions|dialogs)\//,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: Object.fromEntries([...apiPaths, "/tukeysocket"].map((path) => [path, { target: server, ws: path === "/tukeysocket" }])),
  },
}));
