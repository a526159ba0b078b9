import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { isSubscribed } from '@cuida/core/subscription/subscribed.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { truncateName } from '@cuida/ui/i18n/format-basics.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton, SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useRef, useState } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
import { useActiveList } from '../kit/ongoing.ts'
import { isQuestionnaireOn } from '../kit/questionnaire-flag.ts'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { CareChoices, CareChoicesSkeleton } from './front-door/CareChoices.tsx'
import { commonNeeds, useCareOptions } from './front-door/care-options.ts'
import { Needs as CommonNeeds } from './front-door/Needs.tsx'
import css from './HomeScreen.module.css'
import { useProducts } from './list-queries.ts'
import { findMostImportant, isNow } from './ongoing-card.ts'
import { ProductPrice } from './product/ProductPrice.tsx'
import { useNow } from './use-now.ts'

const NothingOffered = lazy('NothingOffered', () => import('./NothingOffered.tsx'))

const HealthQuestionnaire = lazy('HealthQuestionnaire', () => import('./HealthQuestionnaire.tsx'))

// Only for signed-in patients, outside of a guest's first load.
const FamilySwitch = lazy('FamilySwitch', () => import('../family-switch.ts'), { place: 'unseen' })
const PasskeyOffer = lazy('PasskeyOffer', () => import('../access/passkey/PasskeyOffer.tsx'), { place: 'unseen' })
const OwnCare = lazy('OwnCare', () => import('../own-care.ts'), { place: 'unseen' })

/**
 * B2.1: what is next for the patient, the two ways to a clinician now, the common needs, the team, and everything else.
 * Guests see the same without the first part. `id`: the category that opens first.
 */
export function HomeScreen({ params: { id } = {} }: { params?: Record<string, string> }) {
  const { profile } = useSession()
  const isFamily = (profile?.dependants.length ?? 0) > 0
  const [patientId, setPatientId] = useState<string>()
  const name = profile && truncateName(profile.firstName)
  return (
    <Screen title={name ? t('catalogue.home.hello', { name }) : t('catalogue.home.helloGuest')} status={<Subscribe />}>
      {profile && <PasskeyOffer />}
      {isFamily && <FamilySwitch patientId={patientId} onChange={setPatientId} />}
      <OngoingCard patientId={patientId} />
      {profile && <OwnCare patientId={patientId} />}
      {profile && isQuestionnaireOn() && <HealthQuestionnaire />}
      <Offer firstCategoryId={id} />
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

const AllProducts = lazy('AllProducts', () => import('./AllProducts.tsx'), { waiting: <Skeleton lines={3} /> })

/** What the clinic offers, with the times of this moment. */
function Offer({ firstCategoryId }: { firstCategoryId: string | undefined }) {
  const { data, error, isPending, isFetching, refetch } = useProducts()
  // Without `QueryBoundary`, which is more code than the first screen needs (bench/main.ts).
  if (isPending) return <SkeletonRows rows={6} />
  if (!data)
    return (
      <ErrorState failure={error} title={t('catalogue.failed')} busy={isFetching} onAction={() => void refetch()} />
    )
  if (data.length === 0) return <NothingOffered />
  return (
    <>
      <Needs products={data} />
      <Team />
      <Everything products={data} firstCategoryId={firstCategoryId} />
    </>
  )
}

/** How long the first screen's own code loads alone, unless the person scrolls before. */
const ALONE_MS = 2_000

/** The list of all products, below the first screen: its code loads on the first scroll, or a little later. */
function Everything({ products, firstCategoryId }: Parameters<typeof AllProducts>[0]) {
  const [isWanted, setWanted] = useState(firstCategoryId !== undefined)
  useEffect(() => {
    const show = () => setWanted(true)
    const timer = setTimeout(show, ALONE_MS)
    addEventListener('scroll', show, { once: true, passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', show)
    }
  }, [])
  return isWanted ? <AllProducts products={products} firstCategoryId={firstCategoryId} /> : <Skeleton lines={3} />
}

/** The ways to a clinician and the common needs. Without their times the needs and prices stay. */
function Needs({ products }: { products: readonly ProductSummary[] }) {
  const { frontDoor } = usePartner()
  const { data: options, isPending } = useCareOptions()
  const needs = commonNeeds(products, frontDoor?.needs)
  return (
    <>
      {options ? <CareChoices options={options} needs={needs} /> : isPending && <CareChoicesSkeleton />}
      <Section title={t('catalogue.needs.title')}>
        <CommonNeeds
          label={t('catalogue.needs.title')}
          needs={needs}
          options={options}
          priceOf={(need) => <ProductPrice product={need} />}
        />
      </Section>
    </>
  )
}

const OngoingTile = lazy('OngoingTile', () => import('./OngoingTile.tsx'), { waiting: <Skeleton lines={4} /> })

/** The current or next consultation; patients without one do not even load its code. */
function OngoingCard({ patientId }: { patientId: string | undefined }) {
  const { data } = useActiveList()
  const now = useNow()
  const consultation = data && findMostImportant(data.filter(({ patient }) => !patientId || patient.id === patientId))
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

/** The team: its code and photos load when the person scrolls near, outside of Home's first load. */
function Team() {
  const { data } = useCareOptions()
  const [isNear, setNear] = useState(false)
  const markerRef = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Before the times above have loaded, everything would count as near.
    if (!data || !markerRef.current) return
    const observer = new IntersectionObserver(([at]) => at?.isIntersecting && setNear(true), { rootMargin: AHEAD })
    observer.observe(markerRef.current)
    return () => observer.disconnect()
  }, [data])
  return isNear && data ? <OurTeam team={data.team} /> : <span ref={markerRef} />
}
