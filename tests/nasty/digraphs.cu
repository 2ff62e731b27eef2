/* nasty: launches k out=6,6,6 */
%:define SIX 6
%:include <cstdio>

__global__ void k (int *out)
<%
  int a<:2:> = <% SIX, 0 %>;

  out<:threadIdx.x:> = a<:0:> bitor a<:1:>;
%>

int main () <% printf ("%%>"); %>
