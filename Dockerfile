FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production

# The packages first, so that a change of the sources does not fetch them again. Their install scripts only bring a
# Node 24, which this image is already, and our own builds the page, which needs the sources.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

# The sources run as they are; only the Console's page is built.
COPY . .
RUN node src/chat/console/build-page.ts

# Everything that is kept lies in /data: pictures, the sandbox, and without DATABASE_URL the embedded PostgreSQL.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV DATA_DIR=/data

# Reachable from outside the container, and so the start asks for CONSOLE_PASSWORD.
ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080 8081

HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

CMD ["node", "src/main.ts"]
