import type { OperationOutcome, OperationOutcomeIssue } from '@medplum/fhirtypes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, traceIdOf } from '../kit/http/problem.ts'

export const FHIR_JSON = 'application/fhir+json; charset=utf-8'

const ISSUE_CODE: Readonly<Record<number, OperationOutcomeIssue['code']>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-long',
  429: 'throttled',
  503: 'transient',
}

/** `details.text` is the code that other calls send in a problem document. */
export function outcomeOf({ status, code, fields, extra }: Problem, traceId: string): OperationOutcome {
  const expression = [...Object.keys(fields ?? {}), ...[extra?.parameters ?? []].flat().map(String)]
  return {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: status >= 500 ? 'fatal' : 'error',
        code: ISSUE_CODE[status] ?? 'exception',
        details: { text: code },
        diagnostics: `trace ${traceId}`,
        ...(expression.length > 0 ? { expression } : {}),
      },
    ],
  }
}

/** The failures of a FHIR client's requests. */
export function sendOutcome(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, retryAfter } = problem
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .type(FHIR_JSON)
    .header('cache-control', 'no-store')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(outcomeOf(problem, traceIdOf(request)))
}
