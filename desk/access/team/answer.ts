import { approveInvitation, declineInvitation } from '@cuida/core/access/team/team-api.ts'
import type { api } from '../../kit/api.ts'

/** What a second manager says to an invitation: a no has its reason. */
export type Answer = { says: 'yes' } | { says: 'no'; reason: string }

/** Each answer is a call of its own, so that no slip of a value turns one into the other. */
export const sendAnswer = (send: typeof api, id: string, answer: Answer): Promise<null> =>
  answer.says === 'yes' ? send(approveInvitation, { id }) : send(declineInvitation, { id, reason: answer.reason })
