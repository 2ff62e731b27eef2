/* loom-sim-hoist.c: what is the same in every block runs once, and what nobody reads not at all
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-ir-private.h"

static void
count_definition (LoomSimIr   *self,
                  LoomSimIrOp *op,
                  gint32       value,
                  gpointer     data)
{
  loom_sim_ir_get_value (self, value)->definitions++;
}

static void
add_to_count (LoomSimIr   *self,
              LoomSimIrOp *op,
              gint32       value,
              gpointer     data)
{
  ((guint32 *) data)[value]++;
}

static void
take_from_count (LoomSimIr   *self,
                 LoomSimIrOp *op,
                 gint32       value,
                 gpointer     data)
{
  ((guint32 *) data)[value]--;
}

static void
note_variance (LoomSimIr   *self,
               LoomSimIrOp *op,
               gint32       value,
               gpointer     data)
{
  *(gboolean *) data |= !loom_sim_ir_get_value (self, value)->is_constant;
}

static void
note_redefinition (LoomSimIr   *self,
                   LoomSimIrOp *op,
                   gint32       value,
                   gpointer     data)
{
  *(gboolean *) data |= loom_sim_ir_get_value (self, value)->definitions != 1;
}

static void
make_constant (LoomSimIr   *self,
               LoomSimIrOp *op,
               gint32       value,
               gpointer     data)
{
  loom_sim_ir_get_value (self, value)->is_constant = TRUE;
}

static gboolean
is_unused (const LoomSimIrOp *op,
           const guint32     *uses)
{
  for (guint i = 0; i < 2; i++)
    if (op->results[i] >= 0 && uses[op->results[i]] > 0)
      return FALSE;
  return TRUE;
}

/* What nobody reads need not be computed; an atomic's result that nobody reads does not make the
 * order of blocks count. */
void
loom_sim_ir_drop_unused (LoomSimIr *self)
{
  g_autofree guint32 *uses = g_new0 (guint32, self->values->len);
  g_autofree guint8 *dropped = g_new0 (guint8, self->ops->len);
  guint n = 0;

  for (guint i = 0; i < self->ops->len; i++)
    loom_sim_ir_foreach_source (self, loom_sim_ir_get_op (self, i), add_to_count, uses);
  for (guint i = self->ops->len; i-- > 0; )
    {
      LoomSimIrOp *op = loom_sim_ir_get_op (self, i);

      if (op->d < 0 || !is_unused (op, uses))
        continue;
      if (op->pure && !op->guarded)
        {
          dropped[i] = TRUE;
          loom_sim_ir_foreach_source (self, op, take_from_count, uses);
        }
      else if (op->detail != NULL && op->detail->kind == LOOM_SIM_ACCESS_ATOMIC && op->n_parts == 0)
        op->d = LOOM_SIM_NO_VALUE;
    }
  for (guint i = 0; i < self->ops->len; i++)
    if (!dropped[i])
      *loom_sim_ir_get_op (self, n++) = *loom_sim_ir_get_op (self, i);
  g_array_set_clear_func (self->ops, NULL);
  g_array_set_size (self->ops, n);
}

void
loom_sim_ir_drop_unused_heads (LoomSimIr *self)
{
  g_autofree guint32 *uses = g_new0 (guint32, self->values->len);
  g_autofree guint8 *dropped = g_new0 (guint8, self->heads->len);
  guint n = 0;

  for (guint i = 0; i < self->ops->len; i++)
    loom_sim_ir_foreach_source (self, loom_sim_ir_get_op (self, i), add_to_count, uses);
  for (guint i = 0; i < self->heads->len; i++)
    loom_sim_ir_foreach_source (self, &g_array_index (self->heads, LoomSimIrOp, i), add_to_count,
                                uses);
  for (guint i = self->heads->len; i-- > 0; )
    {
      LoomSimIrOp *op = &g_array_index (self->heads, LoomSimIrOp, i);

      if (op->d < 0 || !is_unused (op, uses))
        continue;
      dropped[i] = TRUE;
      loom_sim_ir_foreach_source (self, op, take_from_count, uses);
    }
  for (guint i = 0; i < self->heads->len; i++)
    if (!dropped[i])
      g_array_index (self->heads, LoomSimIrOp, n++) = g_array_index (self->heads, LoomSimIrOp, i);
  g_array_set_size (self->heads, n);
}

/* Moves what gives the same in every block to the heads, which run once for each register file. */
void
loom_sim_ir_hoist (LoomSimIr *self)
{
  guint n = 0;

  for (gint32 value = 0; value < (gint32) self->values->len; value++)
    loom_sim_ir_get_value (self, value)->definitions = 0;
  for (guint i = 0; i < self->ops->len; i++)
    loom_sim_ir_foreach_destination (self, loom_sim_ir_get_op (self, i), count_definition, NULL);
  for (guint i = 0; i < self->ops->len; i++)
    {
      LoomSimIrOp *op = loom_sim_ir_get_op (self, i);
      gboolean stays = !op->pure || op->guarded || op->d < 0;

      loom_sim_ir_foreach_source (self, op, note_variance, &stays);
      loom_sim_ir_foreach_destination (self, op, note_redefinition, &stays);
      if (stays)
        *loom_sim_ir_get_op (self, n++) = *op;
      else
        {
          loom_sim_ir_foreach_destination (self, op, make_constant, NULL);
          g_array_append_val (self->heads, *op);
        }
    }
  g_array_set_size (self->ops, n);
}
