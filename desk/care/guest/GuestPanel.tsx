import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { GuestInvite } from '@cuida/ui/GuestInvite/GuestInvite.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { currentGuest, useGuests, useInviteGuest, useRemoveGuest } from './guest-queries.ts'

/** A guest in the call: who it is, whether the patient has agreed, and how to admit or remove them. */
export function GuestPanel({ consultation: { id, patient } }: { consultation: DeskConsultation }) {
  const { data } = useGuests(id)
  const [isInviting, setInviting] = useState(false)
  const invite = useInviteGuest(id)
  const remove = useRemoveGuest(id)
  const guest = currentGuest(data?.items)
  if (!data || (!data.mayInvite && !guest)) return null
  const close = () => {
    setInviting(false)
    invite.reset()
  }
  return (
    <>
      {guest ? (
        <Card>
          <p>
            <strong>{t('ui.guest.line', { name: guest.name, kind: t(`ui.guest.kind.${guest.kind}`) })}</strong>
          </p>
          <p role="status">{t(`desk.guest.state.${guest.state}`, { name: patient.firstName })}</p>
          <Failure failure={remove.error} />
          <Button icon="close" busy={remove.isPending} onClick={() => remove.mutate(guest.id)}>
            {t(guest.state === 'inside' ? 'desk.guest.remove' : 'desk.guest.takeBack')}
          </Button>
        </Card>
      ) : (
        <Button variant="quiet" icon="plus" fit onClick={() => setInviting(true)}>
          {t('desk.guest.invite')}
        </Button>
      )}
      {isInviting && (
        <GuestInvite
          consent={t('desk.guest.consent', { name: patient.firstName })}
          message={t('desk.guest.message')}
          link={invite.data}
          onInvite={(invited) => invite.mutateAsync(invited)}
          refused={(failure) => <Failure failure={failure} />}
          onClose={close}
        />
      )}
    </>
  )
}
