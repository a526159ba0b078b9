import {
  approveInvitation,
  changeClinician,
  declineInvitation,
  getTeam,
  inviteColleague,
  renewColleague,
  withdrawInvitation,
} from '@cuida/core/access/team/team-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'
import { useMayManage } from '../../kit/session.ts'

/** The mutation resolves after the refetch, so that the list is current when its success is announced. */
const OLD = { stale: [getTeam] }

export type Team = Reply<typeof getTeam>

/** Members and open invitations, polled: colleagues join while the page is open. */
export const useTeam = (enabled = true) => useQuery(getTeam, {}, { every: POLL.every30s, enabled })

/** The number of invitations that wait for the approval of this manager. */
export function useWaitingInvitations(): number {
  const { data } = useTeam(useMayManage())
  return data?.invitations.filter(({ state, isMine }) => state === 'waiting' && !isMine).length ?? 0
}

export const useInvite = () => useMutation(inviteColleague, OLD)
export const useAnswer = (id: string) => useMutation((answer: Answer) => sendAnswer(api, id, answer), OLD)
export const useWithdraw = () => useMutation((id: string) => api(withdrawInvitation, { id }), OLD)

/** Withdraws an invitation in favour of another; one that is already withdrawn counts as success. */
export function useReplaceInvitation() {
  const { mutateAsync } = useWithdraw()
  return async (id: string) => {
    try {
      await mutateAsync(id)
    } catch (failure) {
      if (!refusedWith(withdrawInvitation, failure, 'INVITATION_NOT_FOUND')) throw failure
    }
  }
}
export const useRenew = () => useMutation(renewColleague, OLD)
export const useChange = () => useMutation(changeClinician, OLD)

/** A second manager's answer to an invitation; a refusal needs a reason. */
type Answer = { says: 'yes' } | { says: 'no'; reason: string }

/** Approval and refusal are separate calls, so that a wrong value cannot turn one into the other. */
const sendAnswer = (send: typeof api, id: string, answer: Answer): Promise<null> =>
  answer.says === 'yes' ? send(approveInvitation, { id }) : send(declineInvitation, { id, reason: answer.reason })
