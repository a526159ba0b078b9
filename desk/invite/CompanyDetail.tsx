import type { Company, CompanyDiscount } from '@cuida/core/invite/desk-company-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Acts, DetailHeader, type Fact, Facts } from '../kit/place/Detail.tsx'
import { ReasonDialog } from '../kit/place/ReasonDialog.tsx'
import { dayInFull } from '../kit/times.ts'
import css from './Companies.module.css'
import { ChangeCompany, type Known } from './CompanyForm.tsx'
import { LinkSets } from './LinkSets.tsx'
import { MakeLinks } from './MakeLinks.tsx'
import { useEndCompany } from './queries.ts'

/** What a company pays, how its links stand, and what can be done about both. */
export function CompanyDetail({ company, known }: { company: Company; known: Known }) {
  const [doing, setDoing] = useState<'change' | 'end'>()
  const { name, slug, endedAt, redirectUrl, createdAt, createdBy, discounts } = company
  const close = () => setDoing(undefined)
  if (doing === 'change') return <ChangeCompany company={company} known={known} onClose={close} />
  const facts: Fact[] = [
    ['made', createdBy ? `${createdBy}, ${dayInFull(createdAt)}` : dayInFull(createdAt)],
    ['address', `/lp/${slug}`],
    ['page', redirectUrl],
    ['endedOn', endedAt && dayInFull(endedAt)],
  ]
  return (
    <>
      <DetailHeader chip={endedAt ? ended() : running()} title={name} />
      <Facts of={facts} term={(term) => t(`desk.companies.fact.${term}`)} />
      <Section title={t('desk.companies.pays')}>
        {discounts.length === 0 ? (
          <p>{t('desk.companies.paysNothing')}</p>
        ) : (
          <ul className={css.pays}>
            {discounts.map((discount) => (
              <Pays key={discount.productId} discount={discount} known={known} />
            ))}
          </ul>
        )}
      </Section>
      {!endedAt && (
        <Acts>
          <Button fit icon="pencil" onClick={() => setDoing('change')}>
            {t('desk.companies.change')}
          </Button>
          <Button fit variant="danger" onClick={() => setDoing('end')}>
            {t('desk.companies.end')}
          </Button>
        </Acts>
      )}
      {!endedAt && <MakeLinks company={company} />}
      <LinkSets company={company} />
      {doing === 'end' && <EndDialog company={company} onClose={close} />}
    </>
  )
}

const running = () => ({ words: t('desk.companies.running'), tone: 'success', icon: 'check' }) as const
const ended = () => ({ words: t('desk.companies.ended'), tone: 'danger', icon: 'close' }) as const

function Pays({ discount, known }: { discount: CompanyDiscount; known: Known }) {
  const { productId, percentage, validFrom, validUntil } = discount
  const name = known.offered.find(({ id }) => id === productId)?.name ?? productId
  const from = validFrom && t('desk.companies.from', { day: dayInFull(validFrom) })
  // It ends when its last day does.
  const last = validUntil && new Date(Date.parse(validUntil) - 1).toISOString()
  const until = last && t('desk.companies.until', { day: dayInFull(last) })
  return (
    <li>
      <span>{name}</span>
      <strong>{t('desk.promo.off', { percentage })}</strong>
      {(from || until) && <small>{[from, until].filter(Boolean).join(', ')}</small>}
    </li>
  )
}

function EndDialog({ company: { id, name, version }, onClose }: { company: Company; onClose: () => void }) {
  const end = useEndCompany(id)
  return (
    <ReasonDialog
      title={t('desk.companies.end.title', { name })}
      text={t('desk.companies.end.text')}
      act={t('desk.companies.end')}
      variant="danger"
      onReason={(reason) => end.mutateAsync({ version, reason })}
      done={() => t('desk.companies.endDone', { name })}
      onClose={onClose}
    />
  )
}
