import { CallFailed, isGone } from '@cuida/ui/client/call-failed.ts'
import { createMutations } from '@cuida/ui/client/reads/use-mutation.ts'
import { createPages } from '@cuida/ui/client/reads/use-pages.ts'
import { createReads } from '@cuida/ui/client/reads/use-read.ts'
import { api } from './api.ts'
import { failureMessage } from './Failure.tsx'

/** What the desk reads and does, by the declarations of its calls. */
export const { useRead } = createReads(api)
export const usePages = createPages(api)
export const useMutation = createMutations(api, failureMessage)

/** A refusal is an answer: asked again, it is the same. Anything else is tried once more. */
export const onceMore = (count: number, failure: unknown): boolean =>
  !(failure instanceof CallFailed && failure.status < 500) && count < 1

/** Of what may be taken from us, or end: asked for until it is gone, and then not shown from memory either. */
export const untilGone = <D>(every: number) => ({
  every: ({ state }: { state: { data?: D | undefined; error: unknown } }) =>
    isGone(state.error) ? (false as const) : every,
  retry: (count: number, failure: unknown) => !isGone(failure) && count < 2,
})
