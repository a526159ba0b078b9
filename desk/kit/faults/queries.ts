import { doneWithFault, listFaults } from '@cuida/core/kit/desk-fault-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../api.ts'
import { useMutation, usePages } from '../reads.ts'

/** What nobody has seen to first, a page at a time. */
export const useFaults = () => usePages(listFaults, {}, { every: POLL.rarely })

export const useDoneWithFault = () =>
  useMutation((fingerprint: string) => api(doneWithFault, { fingerprint }), { stale: [listFaults] })
