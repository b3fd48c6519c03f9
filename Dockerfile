# Agatha's images: --target operator, api (with the console) or trainer. Any Debian with glibc, Node.js and npm will do as a base.
ARG BASE=node:22-bookworm-slim

FROM ${BASE} AS manifests
WORKDIR /agatha
COPY package.json package-lock.json .npmrc ./
COPY adapters/package.json adapters/
COPY api/package.json api/
COPY cli/package.json cli/
COPY console/package.json console/
COPY contracts/package.json contracts/
COPY crds/package.json crds/
COPY operator/package.json operator/
COPY standalone/package.json standalone/
COPY tests/package.json tests/
COPY trainer/package.json trainer/

# Native packages come with their binaries, so no package's script has to run.
FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN node node_modules/typescript/bin/tsc -b operator api trainer \
  && npm run build --workspace console \
  && npm run bundle --workspace trainer \
  && find adapters/dist api/dist contracts/dist operator/dist trainer/dist \( -name '*.d.ts' -o -name '*.tsbuildinfo' \) -delete

FROM manifests AS operator-packages
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --workspace=operator --workspace=adapters

FROM manifests AS api-packages
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --workspace=api --workspace=adapters

FROM manifests AS trainer-packages
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --workspace=trainer

# What installs packages has no place where they only run.
FROM ${BASE} AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/lib/node_modules /opt/yarn-* \
  /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /usr/bin/npm /usr/bin/npx
ENV NODE_ENV=production
WORKDIR /agatha
COPY LICENSE ./
COPY --from=build /agatha/contracts/dist contracts/dist
COPY --from=build /agatha/adapters/dist adapters/dist
USER 65532:65532

FROM runtime AS operator
COPY --from=operator-packages /agatha ./
COPY --from=build /agatha/operator/dist operator/dist
EXPOSE 8080 9090
CMD ["node", "--enable-source-maps", "operator/dist/main.js"]

FROM runtime AS trainer
COPY --from=trainer-packages /agatha ./
COPY --from=build /agatha/trainer/bundle trainer/dist
CMD ["node", "trainer/dist/main.js"]

FROM runtime AS api
COPY --from=api-packages /agatha ./
COPY --from=build /agatha/trainer/dist trainer/dist
COPY --from=build /agatha/api/dist api/dist
COPY --from=build /agatha/console/dist/site console/dist/site
EXPOSE 8080 9090
CMD ["node", "--enable-source-maps", "api/dist/main.js"]
