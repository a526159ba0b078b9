import type { Guest } from '@cuida/core/care/guest/guest.ts'
import {
  createDeskGuestLegTicket,
  inviteGuestAtDesk,
  listGuestsAtDesk,
  removeGuestAtDesk,
} from '@cuida/core/care/guest/guest-api.ts'
import type { ThirdPerson } from '@cuida/ui/CallTalk/CallTiles.tsx'
import type { Ticket } from '@cuida/ui/call/call.ts'
import type { LegSettings } from '@cuida/ui/call/use-call.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { Invited } from '@cuida/ui/GuestInvite/GuestInvite.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { appOrigin } from '../../kit/app-origin.ts'
import { useDeed } from '../queries.ts'

const ASK_MS = 2_000
const keyOf = (id: string) => ['desk', 'guests', id]

export const useGuests = (id: string) =>
  useQuery({ queryKey: keyOf(id), queryFn: () => api(listGuestsAtDesk, { id }), refetchInterval: ASK_MS })

/** Whose invitation stands; the rest is history. */
export const standingOf = (guests: readonly Guest[] | undefined): Guest | undefined =>
  guests?.find(({ state }) => state !== 'over')

export const useRemoveGuest = (id: string) => useDeed((guestId: string) => api(removeGuestAtDesk, { id, guestId }))

/** Answers the link, whose secret is never told again. It stands behind the `#`, which no server sees and no log keeps. */
export function useInviteGuest(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (invited: Invited) => {
      const { secret } = await api(inviteGuestAtDesk, { id, ...invited })
      return `${appOrigin()}/guest#${secret}`
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(id) }),
  })
}

/** The guest of a call, as the desk meets them: a leg as soon as they may come, and a name. */
export function useCallGuest(id: string, callId: string) {
  const standing = standingOf(useGuests(id).data?.items)
  const may = standing && standing.state !== 'asked' ? standing : undefined
  const leg: LegSettings | undefined = may && {
    callId: `${callId} ${may.id}`,
    peer: 'guest',
    guestId: may.id,
    name: may.name,
    buyTicket: (fingerprint, signal) => buyTicket(id, fingerprint, signal),
  }
  const third: ThirdPerson | undefined = may && { name: may.name, role: 'guest' }
  return { leg, third }
}

/** undefined when the call or the invitation is over meanwhile; anything else that goes wrong is worth another try. */
export async function buyTicket(id: string, fingerprint: string, signal: AbortSignal): Promise<Ticket | undefined> {
  try {
    return await api(createDeskGuestLegTicket, { id, fingerprint }, { signal })
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 409 || error.status === 404)) return undefined
    throw error
  }
}
