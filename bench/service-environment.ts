// The environment of a measured service: no rate limit, and no log lines for requests.
export function serviceEnvironment(databaseUrl: string, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SHUTDOWN_GRACE_SECONDS: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '10000000',
    ADDRESS_REQUESTS_PER_MINUTE: '10000000',
  };
}
