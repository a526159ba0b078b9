import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useState } from 'react'
import { pathOf } from '../../routes.ts'
import { nextFreeMessage } from '../clinician/next-free-message.ts'
import { useProductClinicians } from '../queries.ts'

/** More are one tap away: a reader of the product page has not chosen a clinician yet. */
const AT_ONCE = 4

/** The product's clinicians, the soonest free first, each linked to the profile. Nothing without a reply. */
export function ProductClinicians({ product: { slug } }: { product: Product }) {
  const { data, isPending } = useProductClinicians(slug)
  const [isWhole, setWhole] = useState(false)
  // Holds the space, so that what a person reads below does not move.
  if (isPending)
    return (
      <Section title={t('catalogue.product.who')}>
        <SkeletonRows rows={AT_ONCE} />
      </Section>
    )
  if (!data || data.items.length === 0) return null
  const visibleClinicians = isWhole ? data.items : data.items.slice(0, AT_ONCE)
  return (
    <Section title={t('catalogue.product.who')}>
      <List label={t('catalogue.product.who')}>
        {visibleClinicians.map(({ id, name, photoUrl, specialty, ...free }) => (
          <ListRow
            key={id}
            href={pathOf('clinicianProfile', { id }, { product: slug })}
            media={<Avatar name={name} photo={photoUrl} size={40} />}
            title={name}
            detail={
              <>
                {specialty}
                {free.nextFree && <br />}
                {nextFreeMessage(free)}
              </>
            }
          />
        ))}
      </List>
      {visibleClinicians.length < data.items.length && (
        <Button variant="link" fit onClick={() => setWhole(true)}>
          {t('catalogue.team.all', { count: data.items.length })}
        </Button>
      )}
    </Section>
  )
}
