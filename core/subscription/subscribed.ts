/** In its own module: the first load of Home needs only this of a subscription. */
export const isSubscribed = (status: string | undefined): boolean => status === 'ACTIVE' || status === 'TRIALING'
