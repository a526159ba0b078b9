import type { WaitlistEntry } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Card, Stack } from '@cuida/ui/Card/Card.tsx'
import { useCountdown } from '@cuida/ui/Countdown/use-countdown.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { CalendarDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { capitalize, dayOf, formatRelativeMoment, formatTime } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useSearch } from 'wouter'
import { useProduct } from '../../catalogue/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import { useAnswerRules } from '../questions/use-answer-rules.ts'
import { useJoinWaitlist, useLeaveWaitlist, useTakeOffer, useWaitlist } from './waitlist-queries.ts'

/** Target of the waitlist notification: offers that are held, until when, and open entries. */
export function WaitlistScreen() {
  const waitlist = useWaitlist()
  const { data } = waitlist
  const requestedSlug = new URLSearchParams(useSearch()).get('product')
  const isNew = requestedSlug !== null && data?.items.every(({ product }) => product.slug !== requestedSlug)
  return (
    <Screen title={t('booking.sooner.title')}>
      <QueryBoundary query={waitlist} lines={4}>
        {() => null}
      </QueryBoundary>
      {isNew && <Joining slug={requestedSlug} />}
      {data?.items.length === 0 && !isNew && (
        <EmptyState
          drawing={<CalendarDrawing />}
          title={t('booking.sooner.none')}
          action={<LinkButton href={pathOf('home', {})}>{t('booking.who.toHome')}</LinkButton>}
        />
      )}
      <Stack>
        {data?.items.map((entry) => (
          <Card key={entry.id}>
            {entry.offer ? <Offer entry={entry} offer={entry.offer} /> : <Waiting entry={entry} />}
          </Card>
        ))}
      </Stack>
    </Screen>
  )
}

/** For a product without any free time: waits for the first free clinician. */
function Joining({ slug }: { slug: string }) {
  const { data: product, isPending } = useProduct(slug)
  const join = useJoinWaitlist()
  if (isPending) return <Skeleton lines={3} />
  if (!product?.scheduled) return null
  return (
    <Card>
      <Stack>
        <h2>{product.name}</h2>
        <p>{t('booking.sooner.whoever')}</p>
        <FailureAlert failure={join.error} />
        <Button variant="primary" busy={join.isPending} onClick={() => join.mutate({ productId: product.id })}>
          {t('booking.sooner.join')}
        </Button>
      </Stack>
    </Card>
  )
}

function Offer({ entry, offer }: { entry: WaitlistEntry; offer: NonNullable<WaitlistEntry['offer']> }) {
  const { clinician, startTime, expiresAt } = offer
  const take = useTakeOffer(useAnswerRules())
  const leave = useLeaveWaitlist()
  const { timeZone } = clinician
  return (
    <Stack>
      <h2>{capitalize(formatRelativeMoment(startTime, timeZone))}</h2>
      <p>
        {entry.product.name} · {clinician.name}
      </p>
      {expiresAt && <KeptUntil moment={expiresAt} />}
      {take.isError && <Alert tone="warning" title={t('booking.sooner.gone')} />}
      <Button variant="primary" busy={take.isPending} onClick={() => take.mutate(entry.id)}>
        {t('booking.sooner.take', { time: formatTime(startTime, timeZone) })}
      </Button>
      <Button variant="quiet" busy={leave.isPending} onClick={() => leave.mutate(entry.id)}>
        {t('booking.sooner.refuse')}
      </Button>
    </Stack>
  )
}

function KeptUntil({ moment }: { moment: string }) {
  const { timeZone } = usePartner()
  const isOver = useCountdown(moment) === 0
  if (isOver) return <Alert tone="warning" title={t('booking.sooner.gone')} />
  // An offer of a follow-up is held into the next day.
  const isToday = dayOf(moment, timeZone) === dayOf(serverDate().toISOString(), timeZone)
  return (
    <p>
      {isToday
        ? t('booking.sooner.kept', { time: formatTime(moment, timeZone) })
        : t('booking.sooner.keptUntil', { when: formatRelativeMoment(moment, timeZone) })}
    </p>
  )
}

function Waiting({ entry }: { entry: WaitlistEntry }) {
  const leave = useLeaveWaitlist()
  const { timeZone } = usePartner()
  const isMissed = entry.state === 'missed'
  return (
    <Stack>
      <h2>{entry.product.name}</h2>
      <p>
        {isMissed
          ? t('booking.sooner.missed')
          : t('booking.sooner.before', { when: formatRelativeMoment(entry.until, timeZone) })}
      </p>
      {isMissed && (
        <LinkButton href={pathOf('product', { slug: entry.product.slug })}>{t('booking.sooner.again')}</LinkButton>
      )}
      <Button variant="quiet" busy={leave.isPending} onClick={() => leave.mutate(entry.id)}>
        {t(isMissed ? 'booking.sooner.hide' : 'booking.sooner.stop')}
      </Button>
    </Stack>
  )
}
