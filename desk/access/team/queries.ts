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

/** Changes the team and, done or refused, shows what is true now: before it says that it is done. */
const OLD = { stale: [getTeam] }

export type Team = Reply<typeof getTeam>

/** Who works at the clinic and who is invited: colleagues join while one looks. */
export const useTeam = (enabled = true) => useQuery(getTeam, {}, { every: POLL.every30s, enabled })

/** How many invitations wait for a yes or a no of whoever manages here. */
export function useWaitingInvitations(): number {
  const { data } = useTeam(useMayManage())
  return data?.invitations.filter(({ state, isMine }) => state === 'waiting' && !isMine).length ?? 0
}

export const useInvite = () => useMutation(inviteColleague, OLD)
export const useAnswer = (id: string) => useMutation((answer: Answer) => sendAnswer(api, id, answer), OLD)
export const useWithdraw = () => useMutation((id: string) => api(withdrawInvitation, { id }), OLD)

/** Withdraws an invitation for another one; that somebody else has done so is as good. */
export function useGiveWay() {
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

/** What a second manager says to an invitation: a no has its reason. */
type Answer = { says: 'yes' } | { says: 'no'; reason: string }

/** Each answer is a call of its own, so that no slip of a value turns one into the other. */
const sendAnswer = (send: typeof api, id: string, answer: Answer): Promise<null> =>
  answer.says === 'yes' ? send(approveInvitation, { id }) : send(declineInvitation, { id, reason: answer.reason })
