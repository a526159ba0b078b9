import type { RefusalStatus } from '@cuida/core/kit/call.ts'
import type { Capability } from '@cuida/core/kit/capability.ts'

/** A valid request that the rules do not allow. The response carries a code; the screen has the message. */
export class Refusal extends Error {
  readonly code: string
  readonly status: RefusalStatus
  /** Further members of the problem document, such as `maxSessionsToken`. */
  readonly extra: Record<string, unknown>
  /** Seconds for Retry-After. */
  readonly retryAfter: number | undefined

  constructor(
    code: string,
    status: RefusalStatus = 409,
    details: { extra?: Record<string, unknown>; retryAfter?: number } = {},
  ) {
    super(code)
    this.code = code
    this.status = status
    this.extra = details.extra ?? {}
    this.retryAfter = details.retryAfter
  }
}

/**
 * The deployment has this capability disabled (docs/decisions/0080): retrying changes nothing, neither for a person
 * nor for a job.
 */
export class CapabilityDisabled extends Refusal {
  readonly capability: Capability
  constructor(capability: Capability) {
    super('NOT_OFFERED')
    this.capability = capability
  }
}

/** The body or query does not have the declared shape: 400 with a problem code for each path. */
export class InvalidInput extends Error {
  /** For plugins with their own error handler, such as the content service. */
  readonly statusCode = 400
  readonly fields: Record<string, string>
  /** Maximum lengths of the fields that are too long, in characters. */
  readonly limits: Record<string, number> | undefined

  constructor(fields: Record<string, string>, limits: Record<string, number> = {}) {
    super('INVALID')
    this.fields = fields
    this.limits = Object.keys(limits).length > 0 ? limits : undefined
  }
}

/** The access token is missing, malformed, expired or revoked: the only reason for a 401 (product 2.1). */
export class Unauthorized extends Error {
  constructor() {
    super('UNAUTHORIZED')
  }
}
