import { readServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { certificateStatement } from '@cuida/core/care/call/certificate-signature.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallTalk } from '@cuida/ui/CallTalk/CallTalk.tsx'
import { isParticipantConnected, type ThirdPerson } from '@cuida/ui/CallTalk/CallTiles.tsx'
import type { BuyTicket } from '@cuida/ui/call/ticket.ts'
import { type PeerConnectionSettings, useCall } from '@cuida/ui/call/use-call.ts'
import { type CallView, callNoticeKey } from '@cuida/ui/call/view.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { platform } from '../../platform/platform.ts'
import { Identity } from '../../profile/account/Identity.tsx'
import { GuestRequest, GuestsContent } from '../guest/Guests.tsx'
import { buyGuestConnectionTicket, findInvitedGuest, useGuests } from '../guest/guest-queries.ts'
import { buyTicket } from '../queries.ts'
import css from './Call.module.css'
import { LeaveCall } from './LeaveCall.tsx'
import { Stage } from './Stage.tsx'

const { videos, self, text, problem } = css
const PROTOCOL = { read: readServerSignal, certificateStatement: certificateStatement }
const CLASSES = { videos, self, text, problem }

interface CallScreenProps {
  consultation: Consultation
  callId: string
  withCamera: boolean
  /** The patient left, or the call ended. */
  onLeave: () => void
}

/** The clinician's video large, the own one small, and the controls; or all of it in a corner of the app. */
export function CallScreen(props: CallScreenProps) {
  const [entry, setEntry] = useState(0)
  return (
    <Entry
      key={entry}
      {...props}
      callId={`${props.callId} ${entry}`}
      onAgain={() => setEntry((before) => before + 1)}
    />
  )
}

function Entry({ consultation, callId, withCamera, onLeave, onAgain }: CallScreenProps & { onAgain: () => void }) {
  const [leaving, setLeaving] = useState(false)
  const [small, setSmall] = useState(false)
  const { apiUrl: origin } = platform()
  const buy: BuyTicket = (...own) => buyTicket(consultation.id, ...own)
  const guest = useCallGuest(consultation, callId)
  const { sheet, button } = useCallGuestSheet(consultation, guest.asked)
  const main = { callId, peer: 'clinician', buyTicket: buy } as const
  const call = useCall({ ...main, withCamera, origin, protocol: PROTOCOL, second: guest.connection })
  const { end } = call.view
  const stopped = end === 'lost' || end === 'unsafe' ? end : undefined
  const over = end !== undefined && !stopped
  useEffect(() => {
    if (over) onLeave()
  }, [over, onLeave])
  const name = truncateName(consultation.clinician?.name ?? t('care.aProfessional'))
  const label = t('care.call.with', { name })
  if (stopped) {
    return (
      <Stage key="stopped" label={label} urgent>
        <CallStopped why={stopped} name={name} onAgain={onAgain} onLeave={onLeave} />
      </Stage>
    )
  }
  return (
    <Stage label={label} small={small}>
      <div className={css.head}>
        <button type="button" className={css.size} onClick={() => setSmall(!small)}>
          <Icon name={small ? 'video' : 'minimise'} size={24} />
          <span>{t(small ? 'ui.call.restore' : 'ui.call.minimise')}</span>
        </button>
        <strong>{withGuest(name, isParticipantConnected(call.second) ? guest.third?.name : undefined)}</strong>
        <Identity patientId={consultation.patient.id} />
        <span role="status">{messageOf(call.view)}</span>
      </div>
      <CallTalk
        call={call}
        name={name}
        photo={consultation.clinician?.photoUrl}
        third={guest.third}
        classes={CLASSES}
        small={small}
        more={button}
        onHangUp={() => setLeaving(true)}
      />
      {sheet}
      <LeaveCall open={leaving} onStay={() => setLeaving(false)} onLeave={call.leave} />
    </Stage>
  )
}

const withGuest = (name: string, guest: string | undefined): string =>
  guest ? t('ui.guest.both', { name, guest: truncateName(guest) }) : name

function messageOf(view: CallView): string {
  const notice = callNoticeKey(view)
  return t(notice ? `ui.call.now.${notice}` : `care.call.phase.${view.phase}`)
}

interface CallStoppedProps {
  /** `lost`: no connection for three minutes. `unsafe`: the connection could not be verified. */
  why: 'lost' | 'unsafe'
  name: string
  onAgain: () => void
  onLeave: () => void
}

/** This page has left a call that goes on: why, and how to return. */
function CallStopped({ why, name, onAgain, onLeave }: CallStoppedProps) {
  return (
    <>
      <div className={css.caller}>
        <h2 data-first tabIndex={-1}>
          {t(`care.call.${why}.title`)}
        </h2>
        <p>{t(`care.call.${why}.text`, { name })}</p>
      </div>
      <div className={css.answers}>
        <Button variant="primary" icon="refresh" onClick={onAgain}>
          {t('care.call.lost.again')}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {t('care.call.leave')}
        </Button>
      </div>
    </>
  )
}

/** The guest's peer connection, once the guest may join, and name. */
function useCallGuest(consultation: Consultation, callId: string) {
  const { id } = consultation
  const invitedGuest = findInvitedGuest(useGuests(consultation).data?.items)
  const may = invitedGuest && invitedGuest.state !== 'asked' ? invitedGuest : undefined
  const connection: PeerConnectionSettings | undefined = may && {
    callId: `${callId} ${may.id}`,
    peer: 'guest',
    guestId: may.id,
    name: may.name,
    buyTicket: (fingerprint, signal) => buyGuestConnectionTicket(id, fingerprint, signal),
  }
  const third: ThirdPerson | undefined = may && { name: may.name, role: 'guest' }
  return { connection, third, asked: invitedGuest?.state === 'asked' ? invitedGuest : undefined }
}

/** The sheet over the call: current and possible guests, and the clinician's request for one. */
function useCallGuestSheet(consultation: Consultation, requestedGuest: ReturnType<typeof useCallGuest>['asked']) {
  const [isOpen, setOpen] = useState(false)
  const [postponedId, setPostponedId] = useState<string>()
  const isAsked = requestedGuest !== undefined && requestedGuest.id !== postponedId
  const sheet = (
    <>
      <Dialog open={isOpen && !isAsked} title={t('care.guest.title')} onClose={() => setOpen(false)}>
        <GuestsContent consultation={consultation} />
      </Dialog>
      <Dialog open={isAsked} title={t('care.guest.askedTitle')} onClose={() => setPostponedId(requestedGuest?.id)}>
        {requestedGuest && <GuestRequest consultation={consultation} guest={requestedGuest} />}
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
