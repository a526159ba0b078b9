import type { Reminder } from '@cuida/core/care/reminder/reminder-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { DateTile } from '@cuida/ui/DateTile/DateTile.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useState } from 'react'
import { rememberPath } from '../../access/sign-in/continue-path.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { useConfirmReminder, useReminder } from './reminder-queries.ts'

type Mutation = 'move' | 'cancel'

/** Parses the fragment: the token, and the action to open at once. */
function readFragment(): { token: string; mutation: Mutation | undefined } {
  const [token = '', mutation] = location.hash.slice(1).split('.')
  return { token, mutation: mutation === 'move' || mutation === 'cancel' ? mutation : undefined }
}

/** Target of a reminder's link: the appointment and three actions. Opening it changes nothing. */
export function ReminderScreen() {
  const [{ token, mutation }] = useState(readFragment)
  const reminder = useReminder(token)
  // A reload after signing in has no token.
  useEffect(() => {
    if (token === '') goTo(pathOf('consultations'), { replace: true })
  }, [token])
  const isOver = reminder.error instanceof CallFailed && reminder.error.status < 429
  const { data } = reminder
  return (
    <Screen title={t(data?.state === 'booked' ? 'care.reminder.title' : 'care.one.title')}>
      {isOver && <Gone text={t('care.reminder.over')} />}
      {!isOver && (
        <QueryBoundary query={reminder} lines={4}>
          {() => null}
        </QueryBoundary>
      )}
      {data?.state === 'changed' && <Gone text={t('care.reminder.changed')} />}
      {data?.state === 'booked' && <Standing reminder={data} token={token} mutation={mutation} />}
    </Screen>
  )
}

/** Rescheduling and cancelling need a sign-in, which returns to the chosen action. */
function useMutation({ consultationId: id }: Reminder) {
  const { status } = useSession()
  const pathTo = (mutation: Mutation) =>
    mutation === 'move' ? pathOf('reschedule', { id }) : pathOf('consultation', { id }, { ask: 'cancel' })
  return {
    isKnown: status !== 'starting',
    go(mutation: Mutation, replace = false) {
      if (status === 'in') return goTo(pathTo(mutation), { replace })
      rememberPath(pathTo(mutation))
      goTo(pathOf('welcome'), { replace })
    },
  }
}

function Standing({
  reminder,
  token,
  mutation,
}: {
  reminder: Reminder
  token: string
  mutation: Mutation | undefined
}) {
  const { timeZone } = usePartner()
  const { isKnown, go } = useMutation(reminder)
  const confirm = useConfirmReminder(token)
  useEffect(() => {
    if (mutation && isKnown) go(mutation, true)
  }, [mutation, isKnown, go])
  if (mutation) return <Skeleton lines={4} />
  const { startTime, isConfirmed } = reminder
  return (
    <Stack>
      <DateTile at={startTime} timeZone={timeZone} note={formatTimeZone(timeZone, startTime)} />
      <FailureAlert failure={confirm.error} />
      {isConfirmed ? (
        <Alert tone="success" title={t('care.reminder.confirmed')} />
      ) : (
        <Button variant="primary" icon="check" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('care.reminder.confirm')}
        </Button>
      )}
      <Button icon="calendar" onClick={() => go('move')}>
        {t('care.manage.move')}
      </Button>
      <Button variant="quiet" icon="close" onClick={() => go('cancel')}>
        {t('care.cancel.confirm')}
      </Button>
    </Stack>
  )
}

function Gone({ text }: { text: string }) {
  return (
    <EmptyState
      title={text}
      action={<LinkButton href={pathOf('consultations')}>{t('care.reminder.toList')}</LinkButton>}
    />
  )
}
