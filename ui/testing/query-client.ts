import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'

/** Path, query and fragment of the page. */
export const currentAddress = (): string => location.href.replace(location.origin, '')

export interface RenderOptions {
  /** The address of the screen. */
  at?: string
  queries?: QueryClient
  /** Providers around the screen. */
  wrapper?: (screen: ReactNode) => ReactNode
}

/** A client without retries, as the retry rules have their own tests. Tests read the whole result of a query. */
export const createTestQueryClient = () => {
  const queries = { retry: false, networkMode: 'always', notifyOnChangeProps: 'all' } as const
  return new QueryClient({ defaultOptions: { queries, mutations: { networkMode: 'always' } } })
}

/** Opens the address and returns the wrapper for each render. */
export function prepareRender({ at, queries = createTestQueryClient(), wrapper = (it) => it }: RenderOptions) {
  // Fake timers would delay query results.
  notifyManager.setScheduler(queueMicrotask)
  if (at !== undefined) openAddress(at)
  const wrap = (screen: ReactNode) => createElement(QueryClientProvider, { client: queries }, wrapper(screen))
  return { queries, wrap }
}

/** Starts a new history at this address. */
export function openAddress(at: string): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  happyDOM.setURL(new URL(at, location.origin).href)
  history.replaceState(null, '', location.href)
}
