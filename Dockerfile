# The service in one image: `docker build -t funnel .`, then see docs/deployment.md.

# What browsers load (the dashboard, the API reference and the tracker), and the service itself.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json vite.server.config.ts ./
COPY packages packages
RUN npm ci --ignore-scripts
COPY languages languages
COPY dashboard dashboard
COPY reference reference
COPY src src
RUN npm run build

# What the server needs from others. No scripts: they would bring a second Node, and the image has the same one.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --workspaces=false

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATABASE_URL=sqlite:/data/funnel.db \
    NODE_COMPILE_CACHE=/tmp/funnel-compile-cache
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dashboard/dist dashboard/dist
COPY --from=build /app/dashboard/chat/dist dashboard/chat/dist
COPY --from=build /app/reference/dist reference/dist
COPY --from=build /app/packages/tracker/dist packages/tracker/dist
COPY package.json ./
COPY bin bin
COPY migrations migrations
# Nothing in the image is writable for the service but its data, so the root may be mounted read-only.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# bin/funnel ends in exec, so signals reach Node itself. Other commands: docker run … funnel doctor
ENTRYPOINT ["/app/bin/funnel"]
CMD ["serve"]
