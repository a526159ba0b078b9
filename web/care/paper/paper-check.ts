import { checkPaper } from '@cuida/core/care/paper/paper-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { api } from '../../kit/api.ts'

export type Found = Reply<typeof checkPaper>

/** What stands behind the code of a paper; `unknown` where it is none of ours. */
export const checkCode = (code: string): Promise<Found | 'unknown'> => api(checkPaper, { code }).catch(unlessUnknown)

function unlessUnknown(error: unknown): 'unknown' {
  if (refusedWith(checkPaper, error, 'DOCUMENT_UNKNOWN')) return 'unknown'
  throw error
}
