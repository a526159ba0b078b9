import type { Guest } from '@cuida/core/care/guest/guest.ts'
import {
  createDeskGuestConnectionTicket,
  inviteGuestAtDesk,
  listGuestsAtDesk,
  removeGuestAtDesk,
} from '@cuida/core/care/guest/guest-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import type { ThirdPerson } from '@cuida/ui/CallTalk/CallTiles.tsx'
import { type Ticket, ticketUnlessOver } from '@cuida/ui/call/ticket.ts'
import type { PeerConnectionSettings } from '@cuida/ui/call/use-call.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import type { GuestInput } from '@cuida/ui/GuestInvite/GuestInvite.tsx'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'
import { useCareMutation } from '../queries.ts'

/** The origin of the patient app: the desk may have a host of its own (server/pages/pages.ts). */
export const appOrigin = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=app]')?.content || location.origin

export const useGuests = (id: string) => useQuery(listGuestsAtDesk, { id }, { every: POLL.every2s })

/** The guest with a current invitation; the others are history. */
export const currentGuest = (guests: readonly Guest[] | undefined): Guest | undefined =>
  guests?.find(({ state }) => state !== 'over')

export const useRemoveGuest = (id: string) =>
  useCareMutation((guestId: string) => api(removeGuestAtDesk, { id, guestId }))

/**
 * Returns the invite link, whose secret the server returns only once. The secret is in the fragment, which browsers
 * send to no server and no log records.
 */
export const useInviteGuest = (id: string) =>
  useMutation(
    async (invited: GuestInput) => {
      const { secret } = await api(inviteGuestAtDesk, { id, ...invited })
      return `${appOrigin()}/guest#${secret}`
    },
    { stale: [callKey(listGuestsAtDesk, { id })] },
  )

/** The guest of a call: name, and a peer connection once admitted. */
export function useCallGuest(id: string, callId: string) {
  const invitedGuest = currentGuest(useGuests(id).data?.items)
  const may = invitedGuest && invitedGuest.state !== 'asked' ? invitedGuest : undefined
  const connection: PeerConnectionSettings | undefined = may && {
    callId: `${callId} ${may.id}`,
    peer: 'guest',
    guestId: may.id,
    name: may.name,
    buyTicket: (fingerprint, signal) => buyTicket(id, fingerprint, signal),
  }
  const third: ThirdPerson | undefined = may && { name: may.name, role: 'guest' }
  return { connection, third }
}

export const buyTicket = (id: string, fingerprint: string, signal: AbortSignal): Promise<Ticket | undefined> =>
  ticketUnlessOver(api(createDeskGuestConnectionTicket, { id, fingerprint }, { signal }))
