import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import type { Clinic } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { dayAfter, localTime, weekdayOf } from '@cuida/core/kit/zone.ts'
import { isSubscribed } from '@cuida/core/subscription/subscribed.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Facts } from '@cuida/ui/Facts/Facts.tsx'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { formatHour, formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useEffect } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { Prose } from '../../kit/frame/Prose.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { Drawing } from '../Drawing.tsx'
import { Missing } from '../Missing.tsx'
import { keepPromoOfLink } from '../promo-link.ts'
import { useProduct } from '../queries.ts'
import { ClosedNow } from './ClosedNow.tsx'
import { ProductClinicians } from './ProductClinicians.tsx'
import { ProductPrice, useCompanyPrice } from './ProductPrice.tsx'
import css from './ProductScreen.module.css'
import { StartBar } from './StartBar.tsx'
import { type OnDemandAvailability, useOnDemandAvailability } from './use-on-demand-availability.ts'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const opensAtMidnight = (stretches: { opens: string }[]): boolean => stretches.some(({ opens }) => opens === '00:00')

/** B2.3: description, price, and the choice of now or later. */
export function ProductScreen({ params }: { params: Record<string, string> }) {
  const { slug = '' } = params
  useEffect(() => keepPromoOfLink(slug, location.search), [slug])
  const read = useProduct(slug)
  const { data: product } = read
  const availability = useOnDemandAvailability(product)
  return (
    <Screen
      title={product?.name ?? t('catalogue.product.title')}
      heading={product && <Heading product={product} />}
      lead={product && <ProductFacts product={product} />}
      action={product && <Start product={product} isOpen={availability.isOpen} />}
    >
      <QueryBoundary query={read} lines={6} errorTitle={() => t('catalogue.failed')}>
        {(product) =>
          product ? (
            <Details product={product} availability={availability} />
          ) : (
            <Missing title={t('catalogue.product.missing')} />
          )
        }
      </QueryBoundary>
    </Screen>
  )
}

function Heading({ product: { icon, name } }: { product: Product }) {
  return (
    <span className={css.heading}>
      <Drawing file={icon} size={32} />
      <span className={css.name}>{name}</span>
    </span>
  )
}

/** "39,00 € · 20 min · Vídeo" */
function ProductFacts({ product }: { product: Product }) {
  const { availableContactMethods } = usePartner()
  const methods = product.contactMethods.filter((method) => availableContactMethods.includes(method))
  const how = methods.length > 1 ? 'either' : (methods[0] ?? 'phone')
  return (
    <Facts>
      <strong>
        <ProductPrice product={product} />
      </strong>
      <span>{formatMinutes(product.durationMinutes)}</span>
      <span>{t(`catalogue.product.${how}`)}</span>
      {product.ages && <span>{agesText(product.ages)}</span>}
    </Facts>
  )
}

/** "Desde 18 años": the age range, shown before any question. */
function agesText({ from, to }: NonNullable<Product['ages']>): string {
  const kind = from !== null && to !== null ? 'both' : from !== null ? 'from' : 'to'
  return t(`catalogue.product.ages.${kind}`, { from: from ?? 0, to: to ?? 0 })
}

/**
 * Products for subscribers start with subscribing; a former subscriber may proceed, and the server checks the
 * subscription.
 */
function Start({ product, isOpen }: { product: Product; isOpen: boolean }) {
  const { status, profile } = useSession()
  if (!product.requiresSubscription || status === 'starting' || profile?.subscription)
    return <StartBar product={product} isOpen={isOpen} />
  return (
    <LinkButton variant="primary" href={pathOf('subscriptionCheckout')}>
      {t('catalogue.product.seePlan')}
    </LinkButton>
  )
}

/** Free for subscribers, or only for them. */
function ForSubscribers({ product: { includedInSubscription, requiresSubscription } }: { product: Product }) {
  const { profile } = useSession()
  if (isSubscribed(profile?.subscription?.status)) return null
  if (requiresSubscription) return <Alert tone="info" title={t('catalogue.product.subscribersOnly')} />
  if (!includedInSubscription) return null
  const action = (
    <LinkButton fit href={pathOf('subscriptionCheckout')}>
      {t('catalogue.product.seePlan')}
    </LinkButton>
  )
  return <Alert tone="info" title={t('catalogue.product.subscribersFree')} action={action} />
}

/**
 * Without a payment provider, says before any question that the product cannot be paid; a promo code or a company may
 * still make it free.
 */
function Unpaid({ product }: { product: Product }) {
  const { amount } = useCompanyPrice(product) ?? product.price
  if (hasCapability(usePartner(), 'payments') || amount === 0) return null
  return (
    <Alert tone="info" title={t('catalogue.product.unpaid')}>
      {t('catalogue.product.unpaidText')}
    </Alert>
  )
}

function Details({ product, availability }: { product: Product; availability: OnDemandAvailability }) {
  return (
    <>
      <p>{product.summary}</p>
      <ForSubscribers product={product} />
      <Unpaid product={product} />
      {product.onDemand && <OpenNow product={product} availability={availability} />}
      <Section title={t('catalogue.product.includes')}>
        <ul className={css.includes}>
          {product.includes.map((line) => (
            <li key={line}>
              <Icon name="check" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </Section>
      <ProductClinicians product={product} />
      {product.disclaimer && (
        <details>
          <summary>{product.disclaimer.title}</summary>
          <div className={css.disclaimer}>
            <Prose markdown={product.disclaimer.content} />
          </div>
        </details>
      )}
    </>
  )
}

/** Whether on-demand care is open and until when, or when it opens. */
export function OpenNow({ product, availability }: { product: Product; availability: OnDemandAvailability }) {
  const clinic = usePartner()
  const { isOpen, forecast, now } = availability
  if (!isOpen) return <ClosedNow product={product} availability={availability} />
  // While no clinician is on duty, the bar with the button says when one is due.
  if (!forecast?.wait) return null
  const until = openUntil(product.workingHours, clinic, new Date(now))
  return (
    <p>{until ? t('catalogue.product.openUntil', { time: formatHour(until) }) : t('catalogue.product.openAlways')}</p>
  )
}

export type WorkingHours = ProductSummary['workingHours'][number]

/** The time at which the current opening hours end ("20:00"); undefined while closed, and when it never closes. */
export function openUntil(
  hours: readonly WorkingHours[],
  { timeZone, holidays }: Clinic,
  now: Date,
): string | undefined {
  const { day, time } = localTime(timeZone, now)
  const isHoliday = (date: string) => holidays.some((holiday) => holiday.day === date)
  const on = (date: string) =>
    hours.flatMap(({ day: name, closed, startTime, endTime }) =>
      name === WEEKDAYS[weekdayOf(date) - 1] && !isHoliday(date) && !closed && startTime && endTime
        ? [{ opens: startTime.slice(0, 5), closes: endTime.slice(0, 5) }]
        : [],
    )
  const pastMidnight = ({ opens, closes }: { opens: string; closes: string }) => closes <= opens
  const running =
    on(day).find((each) => each.opens <= time && (time < each.closes || pastMidnight(each))) ??
    on(dayAfter(day, -1)).find((each) => pastMidnight(each) && time < each.closes)
  return running?.closes === '00:00' && opensAtMidnight(on(dayAfter(day))) ? undefined : running?.closes
}
