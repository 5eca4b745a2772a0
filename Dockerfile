# syntax=docker/dockerfile:1
# Of the packed package: npm pack && docker build --tag witness .
FROM node:20-slim
ARG VERSION=0.6.0
RUN --mount=type=bind,target=/context \
    npm install --global --ignore-scripts --no-audit --no-fund "/context/api-witness-$VERSION.tgz" \
    && npm cache clean --force
USER node
WORKDIR /home/node
ENTRYPOINT ["witness"]
