import type { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import type { Form } from '../forms/use-form.ts'
import { actAndFlush } from './act.ts'
import { prepareRender, type RenderOptions } from './query-client.ts'

/** Submits the form of a hook, as its button does. */
export const submitForm = (it: { form: Pick<Form<never>, 'props'> }): void =>
  it.form.props.onSubmit({ preventDefault: () => {} } as never)

export interface RenderedHook<T> {
  /** What the hook returns now. */
  current(): T
  /** Runs `work` with that, and flushes what follows. */
  act<R>(work: (it: T) => R | Promise<R>): Promise<R>
  rerender(): Promise<void>
  unmount(): Promise<void>
  queries: QueryClient
}

/** A hook in a component with a query client, which unmounts when the test ends. */
export async function renderHookWithQueries<T>(hook: () => T, options: RenderOptions = {}): Promise<RenderedHook<T>> {
  const { queries, wrap } = prepareRender(options)
  const wrapper = ({ children }: { children: ReactNode }) => wrap(children)
  const { result, rerender, unmount } = await actAndFlush(() => renderHook(hook, { wrapper }))
  onTestFinished(async () => {
    await actAndFlush(unmount)
    queries.clear()
  })
  return {
    current: () => result.current,
    act: (work) => actAndFlush(() => work(result.current)),
    rerender: () => actAndFlush(rerender),
    unmount: () => actAndFlush(unmount),
    queries,
  }
}
