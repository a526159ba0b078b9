/** Files have relative addresses when the content service keeps them itself: they are made full against its own. */
export function resolveUrls(value: unknown, baseUrl: string): unknown {
  if (baseUrl === '' || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => resolveUrls(item, baseUrl))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isFile = typeof inner === 'string' && inner.startsWith('/uploads/')
      return [key, isFile ? new URL(inner, baseUrl).href : resolveUrls(inner, baseUrl)]
    }),
  )
}
