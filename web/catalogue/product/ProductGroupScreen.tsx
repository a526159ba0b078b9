import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { combineQueries } from '@cuida/ui/QueryBoundary/combine-queries.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
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
  return (
    <Screen title={group?.name ?? t('catalogue.home.groups')} lead={group?.summary}>
      <QueryBoundary
        query={combineQueries(groups, products)}
        loading={<SkeletonRows rows={3} />}
        errorTitle={() => t('catalogue.failed')}
      >
        {() => null}
      </QueryBoundary>
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
