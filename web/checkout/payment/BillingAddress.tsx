import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { addressLine } from '../../profile/address/address-line.ts'
import { useAddress } from '../../profile/queries.ts'
import { pathOf } from '../../routes.ts'
import { addressesOf } from './paid-with.ts'

/** Where the invoice goes: shown where there is an address, asked for where the partner's invoices need one. */
export function BillingAddress({ holderId }: { holderId: string }) {
  const { partnerConfig } = usePartner()
  const { data, error, isFetching, refetch } = useAddress(holderId, 'billing')
  const isNeeded = partnerConfig.invoicing?.needsAddress ?? false
  if (error && isNeeded)
    return (
      <ErrorState failure={error} title={t('checkout.billing')} busy={isFetching} onAction={() => void refetch()} />
    )
  if (!data) return isNeeded ? <Skeleton lines={1} /> : null
  if (!data.address && !isNeeded) return null
  return (
    <List label={t('checkout.billing')}>
      <ListRow
        icon="home"
        title={t('checkout.billing')}
        detail={data.address ? addressLine(data.address) : t('checkout.billing.missing')}
        aside={t(data.address ? 'checkout.change' : 'checkout.billing.add')}
        href={pathOf('address', { kind: 'billing' })}
      />
    </List>
  )
}

/** What an order is sent with, as far as it is known. */
export function usePayerAddresses(holderId: string | undefined) {
  const home = useAddress(holderId, 'home').data?.address
  const billing = useAddress(holderId, 'billing').data?.address
  return addressesOf(home, billing)
}
