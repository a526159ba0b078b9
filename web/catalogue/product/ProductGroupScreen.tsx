import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { failureOf } from '../../kit/failure/failure-of.ts'
import { HowItWorks } from '../HowItWorks.tsx'
import { useGroups, useProducts } from '../list-queries.ts'
import { Missing } from '../Missing.tsx'
import { ProductRows } from './ProductRows.tsx'

/** B2.4: the products of one topic. */
export function ProductGroupScreen({ params }: { params: Record<string, string> }) {
  const groups = useGroups()
  const products = useProducts()
  const group = groups.data?.find(({ slug }) => slug === params.slug)
  const members = group?.products.flatMap((slug) => products.data?.find((product) => product.slug === slug) ?? [])
  const failure = failureOf(groups, products)
  const retry = () => Promise.all([groups.refetch(), products.refetch()])
  return (
    <Screen title={group?.name ?? t('catalogue.home.groups')} lead={group?.summary}>
      {Boolean(failure) && <ErrorState failure={failure} title={t('catalogue.failed')} onAction={() => void retry()} />}
      {!failure && (groups.isPending || products.isPending) && <SkeletonRows rows={3} />}
      {groups.data && !group && <Missing title={t('catalogue.group.missing')} />}
      {group && products.data && members?.length === 0 && <EmptyState title={t('catalogue.group.empty')} />}
      {group && members && members.length > 0 && <ProductRows explained label={group.name} products={members} />}
      {group && (
        <Section title={t('catalogue.how.title')}>
          <HowItWorks />
        </Section>
      )}
    </Screen>
  )
}
