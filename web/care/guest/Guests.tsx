import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { Guest } from '@cuida/core/care/guest/guest.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { GuestInvite } from '@cuida/ui/GuestInvite/GuestInvite.tsx'
import { capitalize, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { withArticle } from '../../kit/navigation/with-article.ts'
import { findInvitedGuest, useAgree, useGuests, useInvite, useRemove } from './guest-queries.ts'

/** Current and past guests of the video call; nothing without guests or the possibility to invite any. */
export function Guests({ consultation }: { consultation: Consultation }) {
  const { data } = useGuests(consultation)
  if (!data?.mayInvite && !data?.items.length) return null
  return (
    <Section title={t('care.guest.title')}>
      <GuestsContent consultation={consultation} />
    </Section>
  )
}

/** The guest list and its invitation, on the consultation's page and in the sheet during a call. */
export function GuestsContent({ consultation }: { consultation: Consultation }) {
  const { data } = useGuests(consultation)
  const isAsked = new URLSearchParams(useSearch()).get('ask') === 'guest'
  const invite = useInvite(consultation.id)
  const invitedGuest = findInvitedGuest(data?.items)
  const [isInviting, setInviting] = useState(isAsked && data?.mayInvite === true && !invitedGuest)
  const close = () => {
    setInviting(false)
    invite.reset()
    // A reload must not open the dialog again.
    if (isAsked) goTo(window.location.pathname, { replace: true })
  }
  return (
    <Stack>
      {invitedGuest && <Standing key={invitedGuest.id} consultation={consultation} guest={invitedGuest} />}
      {data?.items
        .filter(({ state }) => state === 'over')
        .map((guest) => (
          <WasThere key={guest.id} guest={guest} />
        ))}
      {data?.mayInvite && !invitedGuest && (
        <>
          <p>{t('care.guest.why')}</p>
          <Button icon="plus" onClick={() => setInviting(true)}>
            {t('care.guest.invite')}
          </Button>
        </>
      )}
      {isInviting && (
        <GuestInvite
          consent={t('care.guest.consent')}
          message={t('care.guest.message')}
          link={invite.data}
          onInvite={(invited) => invite.mutateAsync(invited)}
          refused={(failure) => <FailureAlert failure={failure} />}
          onClose={close}
        />
      )}
    </Stack>
  )
}

/** The invited guest: status, and a button to withdraw the invitation. */
function Standing({ consultation, guest }: { consultation: Consultation; guest: Guest }) {
  const remove = useRemove(consultation.id)
  const { id, name, kind, state } = guest
  if (state === 'asked') return <GuestRequest consultation={consultation} guest={guest} />
  return (
    <Card>
      <p>
        <strong>{t('ui.guest.line', { name, kind: t(`ui.guest.kind.${kind}`) })}</strong>
      </p>
      <p role="status">{t(`care.guest.state.${state}`)}</p>
      <FailureAlert failure={remove.error} />
      <Button icon="close" busy={remove.isPending} onClick={() => remove.mutate(id)}>
        {t(state === 'inside' ? 'care.guest.remove' : 'care.guest.takeBack')}
      </Button>
    </Card>
  )
}

/** The clinician asks for a guest: the patient decides. */
export function GuestRequest({ consultation, guest }: { consultation: Consultation; guest: Guest }) {
  const agree = useAgree(consultation.id)
  const refuse = useRemove(consultation.id)
  const clinician = consultation.clinician ? withArticle(consultation.clinician.name) : t('care.aProfessional')
  return (
    <Card>
      <p>
        <strong>{capitalize(t(`care.guest.asked.${guest.kind}`, { clinician, name: guest.name }))}</strong>
      </p>
      <p>{t('care.guest.askedText')}</p>
      <FailureAlert failure={agree.error ?? refuse.error} />
      <Button variant="primary" icon="check" busy={agree.isPending} onClick={() => agree.mutate(guest.id)}>
        {t('care.guest.agree')}
      </Button>
      <Button busy={refuse.isPending} onClick={() => refuse.mutate(guest.id)}>
        {t('care.guest.refuse')}
      </Button>
    </Card>
  )
}

function WasThere({ guest: { name, kind, joinedAt, leftAt } }: { guest: Guest }) {
  const { timeZone } = usePartner()
  const guestLine = t('ui.guest.line', { name, kind: t(`ui.guest.kind.${kind}`) })
  const from = joinedAt ? formatTime(joinedAt, timeZone) : ''
  const to = leftAt ? formatTime(leftAt, timeZone) : ''
  return (
    <p>{to ? t('care.guest.was', { who: guestLine, from, to }) : t('care.guest.wasFrom', { who: guestLine, from })}</p>
  )
}
