/** Alone in its file: Home's first load needs it, and nothing else of a subscription. */
export const isSubscribed = (status: string | undefined): boolean => status === 'ACTIVE' || status === 'TRIALING'
