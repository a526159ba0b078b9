import { isSubscribed } from '@cuida/core/subscription/subscribed.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { truncateName } from '@cuida/ui/i18n/format-basics.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton, SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useRef, useState } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
import { useActiveList } from '../kit/ongoing.ts'
import { isQuestionnaireOn } from '../kit/questionnaire-flag.ts'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { Drawing } from './Drawing.tsx'
import css from './HomeScreen.module.css'
import { useGroups, useProducts } from './list-queries.ts'
import { findMostImportant, isNow } from './ongoing-card.ts'
import { ProductRows } from './product/ProductRows.tsx'
import { sectionsOf } from './sections.ts'
import { useNow } from './use-now.ts'

const NothingOffered = lazy('NothingOffered', () => import('./NothingOffered.tsx'))

const HealthQuestionnaire = lazy('HealthQuestionnaire', () => import('./HealthQuestionnaire.tsx'))

/** B2.1: ongoing consultations and all products. Guests see the same list. `id`: the category shown first. */
export function HomeScreen({ params: { id } = {} }: { params?: Record<string, string> }) {
  const { profile } = useSession()
  const name = profile && truncateName(profile.firstName)
  return (
    <Screen title={name ? t('catalogue.home.hello', { name }) : t('catalogue.home.helloGuest')} status={<Subscribe />}>
      <OngoingCard />
      {profile && isQuestionnaireOn() && <HealthQuestionnaire />}
      <Section title={t('catalogue.home.need')}>
        <Products firstCategoryId={id} />
      </Section>
      <Team />
      <Groups />
      <List>
        <ListRow icon="info" title={t('catalogue.home.how')} href={pathOf('howDoesItWork')} />
      </List>
    </Screen>
  )
}

/** B2.17: unless the subscription is active or in its trial. */
function Subscribe() {
  const { offersSubscription } = usePartner()
  const { status, profile } = useSession()
  if (!offersSubscription || status === 'starting' || isSubscribed(profile?.subscription?.status)) return null
  return (
    <Link className={css.subscribe} href={pathOf('subscriptionCheckout')}>
      {t('catalogue.home.subscribe')}
    </Link>
  )
}

function Products({ firstCategoryId }: { firstCategoryId: string | undefined }) {
  const { data, error, isPending, isFetching, refetch } = useProducts()
  // Without `QueryBoundary`, which is more code than the first screen needs (bench/main.ts).
  if (isPending) return <SkeletonRows rows={6} />
  if (!data)
    return (
      <ErrorState failure={error} title={t('catalogue.failed')} busy={isFetching} onAction={() => void refetch()} />
    )
  if (data.length === 0) return <NothingOffered />
  return sectionsOf(data, firstCategoryId).map(({ category, products }) => (
    <section key={category.id} className={css.category}>
      <h3>{category.name}</h3>
      <ProductRows label={category.name} products={products} />
    </section>
  ))
}

/** Product groups are optional: missing or failed ones show nothing. */
function Groups() {
  const { data } = useGroups()
  if (!data || data.length === 0) return null
  return (
    <Section title={t('catalogue.home.groups')}>
      <List>
        {data.map(({ id, slug, name, icon }) => (
          <ListRow key={id} href={pathOf('productGroup', { slug })} media={<Drawing file={icon} />} title={name} />
        ))}
      </List>
    </Section>
  )
}

const OngoingTile = lazy('OngoingTile', () => import('./OngoingTile.tsx'), { waiting: <Skeleton lines={4} /> })

/** The current or next consultation; patients without one do not even load its code. */
function OngoingCard() {
  const { data } = useActiveList()
  const now = useNow()
  const consultation = data && findMostImportant(data)
  if (!consultation) return null
  return (
    <Section title={t(isNow(consultation, now) ? 'catalogue.home.now' : 'catalogue.home.next')}>
      <OngoingTile consultation={consultation} />
    </Section>
  )
}

const OurTeam = lazy('OurTeam', () => import('./clinician/OurTeam.tsx'))

/** Loads the team this far before it scrolls into view. */
const AHEAD = '400px'

/**
 * The team below the products: its code and photos load when the person scrolls near, outside of Home's first load.
 */
function Team() {
  const { data } = useProducts()
  const [isNear, setNear] = useState(false)
  const markerRef = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Before the list above has loaded, everything would count as near.
    if (!data || !markerRef.current) return
    const observer = new IntersectionObserver(([at]) => at?.isIntersecting && setNear(true), { rootMargin: AHEAD })
    observer.observe(markerRef.current)
    return () => observer.disconnect()
  }, [data])
  return isNear ? <OurTeam /> : <span ref={markerRef} />
}
