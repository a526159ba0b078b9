import { keepFollowUp, signLetter } from '@cuida/core/care/next-step/next-step-api.ts'
import { getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { readKey } from '@cuida/ui/client/reads/read-key.ts'
import { useDeed } from '../../kit/reads.ts'

const oldOf = (id: string) => ({ stale: [readKey(getDeskConsultation, { id })] })

export const useSignLetter = (id: string) => useDeed(signLetter, oldOf(id))
export const useKeepFollowUp = (id: string) => useDeed(keepFollowUp, oldOf(id))
