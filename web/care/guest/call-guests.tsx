import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import type { ThirdPerson } from '@cuida/ui/CallTalk/CallTiles.tsx'
import type { LegSettings } from '@cuida/ui/call/use-call.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { AskedFor, GuestsContent } from './Guests.tsx'
import { buyGuestLegTicket, standingOf, useGuests } from './guest-queries.ts'

/** The guest of a call, as its patient's page meets them: a leg as soon as they may come, and a name. */
export function useCallGuest(consultation: Consultation, callId: string) {
  const { id } = consultation
  const standing = standingOf(useGuests(consultation).data?.items)
  const may = standing && standing.state !== 'asked' ? standing : undefined
  const leg: LegSettings | undefined = may && {
    callId: `${callId} ${may.id}`,
    peer: 'guest',
    guestId: may.id,
    name: may.name,
    buyTicket: (fingerprint, signal) => buyGuestLegTicket(id, fingerprint, signal),
  }
  const third: ThirdPerson | undefined = may && { name: may.name, role: 'guest' }
  return { leg, third, asked: standing?.state === 'asked' ? standing : undefined }
}

/** Over the call: who else is there or may be, and the clinician's question when there is one. */
export function useCallGuestSheet(consultation: Consultation, asked: ReturnType<typeof useCallGuest>['asked']) {
  const [isOpen, setOpen] = useState(false)
  const [later, setLater] = useState<string>()
  const isAsked = asked !== undefined && asked.id !== later
  const sheet = (
    <>
      <Dialog open={isOpen && !isAsked} title={t('care.guest.title')} onClose={() => setOpen(false)}>
        <GuestsContent consultation={consultation} />
      </Dialog>
      <Dialog open={isAsked} title={t('care.guest.askedTitle')} onClose={() => setLater(asked?.id)}>
        {asked && <AskedFor consultation={consultation} guest={asked} />}
      </Dialog>
    </>
  )
  const button = (close: () => void) => (
    <Button
      icon="user"
      onClick={() => {
        close()
        setOpen(true)
      }}
    >
      {t('care.guest.title')}
    </Button>
  )
  return { sheet, button }
}
