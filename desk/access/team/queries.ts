import {
  changeClinician,
  getTeam,
  inviteColleague,
  renewColleague,
  withdrawInvitation,
} from '@cuida/core/access/team/team-api.ts'
import type { Input, Reply } from '@cuida/core/kit/call.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useMayManage } from '../../kit/session.ts'
import { type Answer, sendAnswer } from './answer.ts'

const KEY = ['team']

export type Team = Reply<typeof getTeam>

/** Who works at the clinic and who is invited: colleagues join while one looks. */
export const useTeam = (enabled = true) =>
  useQuery({ queryKey: KEY, queryFn: () => api(getTeam), refetchInterval: 30_000, enabled })

/** How many invitations wait for a yes or a no of whoever manages here. */
export function useWaitingInvitations(): number {
  const { data } = useTeam(useMayManage())
  return data?.invitations.filter(({ state, isMine }) => state === 'waiting' && !isMine).length ?? 0
}

/** Changes the team and, done or refused, shows what is true now: before it says that it is done. */
function useTeamDeed<I, O>(mutationFn: (input: I) => Promise<O>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: KEY }) })
}

export const useInvite = () => useTeamDeed((wish: Input<typeof inviteColleague>) => api(inviteColleague, wish))
export const useAnswer = (id: string) => useTeamDeed((answer: Answer) => sendAnswer(api, id, answer))
export const useWithdraw = () => useTeamDeed((id: string) => api(withdrawInvitation, { id }))

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
export const useRenew = () => useTeamDeed((wish: Input<typeof renewColleague>) => api(renewColleague, wish))
export const useChange = () => useTeamDeed((wish: Input<typeof changeClinician>) => api(changeClinician, wish))
