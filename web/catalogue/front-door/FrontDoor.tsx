import type { FrontDoorPart } from '@cuida/core/brand/config.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { formatMoney } from '@cuida/ui/i18n/format-basics.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type FrontDoorContent, readInitialState } from '../../kit/content/initial-state.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { queryClient } from '../../kit/query-client.ts'
import { pathOf } from '../../routes.ts'
import { OurTeam } from '../clinician/OurTeam.tsx'
import { HowItWorks } from '../HowItWorks.tsx'
import { useProducts } from '../list-queries.ts'
import { CareChoices } from './CareChoices.tsx'
import { commonNeeds, useCareOptions } from './care-options.ts'
import css from './FrontDoor.module.css'
import { Needs } from './Needs.tsx'

/** The page's front door, refreshed from the server; hydrates HTML that `FrontDoorParts` rendered there. */
export function FrontDoor() {
  // Only a redirected person's first page hides the front door (reasons.ts).
  useEffect(() => void delete document.documentElement.dataset.reason, [])
  return (
    <QueryClientProvider client={queryClient}>
      <LiveFrontDoor />
    </QueryClientProvider>
  )
}

function LiveFrontDoor() {
  const { frontDoor } = usePartner()
  const { frontDoor: inPage } = readInitialState()
  const options = useCareOptions().data ?? inPage?.options
  const { data: products } = useProducts()
  const needs = products ? commonNeeds(products, frontDoor?.needs) : inPage?.needs
  return options && needs ? <FrontDoorParts options={options} needs={needs} /> : null
}

/** Faces at Welcome: three, so that the row needs no scrolling on wide screens. */
const FACES = 3
/** Needs at Welcome: three rows, or four tiles, which fill both columns. */
const NEEDS = { list: 3, tiles: 4 }

/** The parts that the partner's content chooses, in its order. */
export function FrontDoorParts({ options, needs }: FrontDoorContent) {
  const { frontDoor } = usePartner()
  const parts: Record<FrontDoorPart, () => ReactNode> = {
    times: () => (
      <Section title={t('access.frontDoor.times')}>
        <CareChoices options={options} needs={needs} />
      </Section>
    ),
    team: () => <OurTeam team={options.team.slice(0, FACES)} />,
    needs: () => (
      <Section title={t('catalogue.needs.title')} aside={<AllNeeds />}>
        <Needs
          label={t('catalogue.needs.title')}
          needs={needs.slice(0, NEEDS[frontDoor?.layout ?? 'list'])}
          options={options}
          priceOf={({ price }) => formatMoney(price)}
        />
      </Section>
    ),
    steps: () => (
      <Section title={t('catalogue.how.title')}>
        <HowItWorks />
      </Section>
    ),
    refund: () => <Refund />,
    operator: () => <Operator />,
  }
  const order = frontDoor?.parts ?? (Object.keys(parts) as FrontDoorPart[])
  return (
    <div className={css.parts}>
      {order.map((part) => (
        <div key={part}>{parts[part]()}</div>
      ))}
    </div>
  )
}

const AllNeeds = () => (
  <Link className={css.link} href={pathOf('home', {})}>
    {t('catalogue.needs.all')}
  </Link>
)

/** The refund rule, by the clinic's own notice. */
function Refund() {
  const { minCancellationTimeInAdvanceMinutes: notice } = usePartner()
  return (
    <Section title={t('access.frontDoor.refund')}>
      <p>{t('access.frontDoor.refundText', { notice: formatMinutes(notice) })}</p>
      <Link className={css.link} href={pathOf('cancellationPolicy')}>
        {t('access.frontDoor.refundLink')}
      </Link>
    </Section>
  )
}

/** The legal entity behind the care, and the choice of language. */
function Operator() {
  const { legal, languages } = usePartner()
  return (
    <Section title={t('access.frontDoor.operator')}>
      <address className={css.operator}>
        <strong>{legal.name}</strong>
        <span>{legal.taxId}</span>
        <span>{legal.address}</span>
      </address>
      {languages.length > 1 && (
        <Link className={css.link} href={pathOf('language')}>
          {t('access.frontDoor.language')}
        </Link>
      )}
    </Section>
  )
}
