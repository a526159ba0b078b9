import { GUEST_EARLY_MINUTES } from '@cuida/core/care/guest/guest.ts'
import type { GuestCall } from '@cuida/core/care/guest/guest-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { useWakeLock } from '@cuida/ui/call/use-wake-lock.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { DateTile } from '@cuida/ui/DateTile/DateTile.tsx'
import { DeviceTest } from '@cuida/ui/devices/DeviceTest.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { fromApi } from '../../platform/platform.ts'
import type { GuestExitReason } from './guest-exit-reason.ts'
import { isOver, readGuestEntry, saveGuestEntry, useGuestLink } from './guest-link.ts'

const GuestCallStage = lazy('GuestCallStage', () => import('./GuestCallStage.tsx'))
const ping = () => fetch(fromApi('/healthz'), { cache: 'no-store' })

/** Target of a guest's link, without an account: the invitation, then the call. The secret is in the fragment. */
export function GuestScreen() {
  const [secret] = useState(() => location.hash.slice(1))
  const [entered, setEntered] = useState(() => readGuestEntry(secret))
  const [out, setOut] = useState<GuestExitReason>()
  const [wasIn, setWasIn] = useState(false)
  const [endedAt, setEndedAt] = useState(0)
  const guestLink = useGuestLink(secret, !out)
  const { data, error, dataUpdatedAt } = guestLink
  const over = secret === '' || isOver(error)
  // After an end, a newer reply decides: a call that is still or again in progress is joined anew.
  const isOn = data?.state === 'on' && dataUpdatedAt > endedAt
  const inCall = entered !== undefined && !out && !over && isOn
  return (
    <Screen title={t('care.guestCall.title')} onBack={false} arrival={over ? 'over' : (out ?? (entered && 'entered'))}>
      {over && <Over wasIn={wasIn} />}
      {!over && (
        <QueryBoundary query={guestLink} lines={4}>
          {(call) => (
            <Stack>
              <Invitation call={call} />
              {out && <Out why={out} onAgain={() => setOut(undefined)} />}
              {!out && !entered && <Enter call={call} onEnter={(name) => setEntered(saveGuestEntry(secret, name))} />}
              {!out && entered && !inCall && <Ready call={call} />}
            </Stack>
          )}
        </QueryBoundary>
      )}
      {inCall && data.callId && (
        <GuestCallStage
          key={`${data.callId} ${endedAt}`}
          secret={secret}
          entered={entered}
          call={data}
          callId={`${data.callId} ${endedAt}`}
          onIn={() => setWasIn(true)}
          onOut={setOut}
          onEnded={() => setEndedAt(serverNow())}
        />
      )}
    </Screen>
  )
}

/** The host, the clinic and the time, without any health data. */
function Invitation({ call: { invitedBy, kind, startTime } }: { call: GuestCall }) {
  const { partnerName, timeZone } = usePartner()
  return (
    <>
      <p>{t(`care.guestCall.invited.${kind}`, { name: invitedBy, partner: partnerName })}</p>
      {startTime && <DateTile at={startTime} timeZone={timeZone} note={formatTimeZone(timeZone, startTime)} />}
    </>
  )
}

function Enter({ call, onEnter }: { call: GuestCall; onEnter: (name: string) => void }) {
  const form = useForm({
    initial: { name: call.name, agrees: false },
    check: ({ name, agrees }) => ({
      name: name.trim() ? undefined : 'REQUIRED',
      agrees: agrees ? undefined : 'REQUIRED',
    }),
    submit: async ({ name }) => onEnter(name.trim()),
    message: (field, problem) => t(`care.guestCall.${field}.${problem}`),
  })
  return (
    <>
      <form {...form.props}>
        <Stack>
          <TextInput
            label={t('care.guestCall.name')}
            hint={t('care.guestCall.nameHint')}
            maxLength={60}
            autoComplete="name"
            {...form.field('name')}
          />
          <CheckboxRow
            label={t('care.guestCall.agrees')}
            detail={t('care.guestCall.agreesDetail')}
            {...form.field('agrees')}
          />
          <Button type="submit" variant="primary" icon="video">
            {t('care.guestCall.enter')}
          </Button>
        </Stack>
      </form>
      <Section title={t('care.devices.title')}>
        <DeviceTest ping={ping} aside />
      </Section>
    </>
  )
}

/** The call opens by itself. */
function Ready({ call: { state } }: { call: GuestCall }) {
  useWakeLock(true)
  return (
    <Alert tone="info" title={t(`care.guestCall.state.${state}`, { minutes: GUEST_EARLY_MINUTES })}>
      {t('care.guestCall.opens')}
    </Alert>
  )
}

function Out({ why, onAgain }: { why: GuestExitReason; onAgain: () => void }) {
  return (
    <>
      <Alert tone={why === 'left' ? 'info' : 'warning'} title={t(`care.guestCall.out.${why}`)} />
      <Button variant="primary" icon="video" onClick={onAgain}>
        {t('care.guestCall.again')}
      </Button>
    </>
  )
}

function Over({ wasIn }: { wasIn: boolean }) {
  return (
    <EmptyState title={t(wasIn ? 'care.guestCall.ended' : 'care.guestCall.over')}>
      <p>{t(wasIn ? 'care.guestCall.endedText' : 'care.guestCall.overText')}</p>
    </EmptyState>
  )
}
