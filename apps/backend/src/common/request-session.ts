declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, or the name of a token; null on public routes. */
    username: string | null;
    /** Number of changes to the archive's records so far, read together with the session; null on public routes. */
    changeCount: string | null;
  }
}

export {};
